internal import HandlerHost

// Prints what `scripts/docs` asks for: the reference page, or definitions for editors.
switch CommandLine.arguments.dropFirst().first {
case "page": print(BindingReference.markdown(), terminator: "")
case "definitions": print(BindingReference.luaDefinitions(), terminator: "")
default: print("usage: HandlerHostReference page|definitions")
}
