// TextScreen
