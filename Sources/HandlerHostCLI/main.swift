internal import HandlerHostCommand

Command.main()
