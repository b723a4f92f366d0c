// HandlerHostTerminal
