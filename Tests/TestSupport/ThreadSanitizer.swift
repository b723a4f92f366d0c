#if HANDLERHOST_THREAD_SANITIZER
  /// Whether this is a build of `scripts/sanitize thread`, where signals are held back in C code.
  package let isThreadSanitized = true
#else
  /// Whether this is a build of `scripts/sanitize thread`, where signals are held back in C code.
  package let isThreadSanitized = false
#endif
