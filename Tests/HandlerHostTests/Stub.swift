// HandlerHostTests
