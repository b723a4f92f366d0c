#include <gtk/gtk.h>
#include <math.h>

/* What Swift cannot call: variadic functions, and checks that are macros. */

static inline GtkWidget *hh_gtk_new_with_role(GType type, GtkAccessibleRole role) {
  return GTK_WIDGET(g_object_new(type, "accessible-role", role, NULL));
}

static inline void hh_gtk_set_accessible_label(GtkWidget *widget, const char *label) {
  gtk_accessible_update_property(
      GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL, label, -1);
}

static inline void hh_gtk_reset_accessible_label(GtkWidget *widget) {
  gtk_accessible_reset_property(GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_PROPERTY_LABEL);
}

static inline void hh_gtk_set_accessible_hidden(GtkWidget *widget, gboolean is_hidden) {
  gtk_accessible_update_state(
      GTK_ACCESSIBLE(widget), GTK_ACCESSIBLE_STATE_HIDDEN, is_hidden, -1);
}

static inline void hh_gtk_set_boolean(gpointer object, const char *name, gboolean value) {
  g_object_set(object, name, value, NULL);
}

static inline gboolean hh_gtk_get_boolean(gpointer object, const char *name) {
  gboolean value = FALSE;
  g_object_get(object, name, &value, NULL);
  return value;
}

static inline char *hh_gtk_get_string(gpointer object, const char *name) {
  char *value = NULL;
  g_object_get(object, name, &value, NULL);
  return value;
}

static inline void hh_gtk_set_string(gpointer object, const char *name, const char *value) {
  g_object_set(object, name, value, NULL);
}

static inline void hh_gtk_set_purpose(GtkIMContext *context, GtkInputPurpose purpose) {
  g_object_set(context, "input-purpose", purpose, NULL);
}
