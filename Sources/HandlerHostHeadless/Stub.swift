// HandlerHostHeadless
