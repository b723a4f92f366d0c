// HandlerHostCommand
