// HandlerHost
