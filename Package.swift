// swift-tools-version: 6.2
import PackageDescription

/// What every Swift target is compiled with. Warnings become errors in `scripts/test`, not here:
/// in the manifest they would also hit a client that uses the package by path.
let common: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// The two targets whose code must be free of unsafe operations.
let safe = common + [.strictMemorySafety()]

/// Front-ends live on one thread and are called back by C.
let frontEnd = common + [.defaultIsolation(MainActor.self)]

let package = Package(
  name: "handlerhost",
  products: [
    // Both targets are listed, or the API checker would miss removals in ControlKit.
    .library(name: "HandlerHost", targets: ["HandlerHost", "ControlKit"]),
    .executable(name: "handlerhost", targets: ["handlerhost"]),
    .executable(name: "handlerhost-gtk", targets: ["handlerhost-gtk"]),
  ],
  traits: [
    .trait(name: "GTK", description: "Windows on a desktop, by GTK 4; needs libgtk-4-dev."),
    .default(enabledTraits: []),
  ],
  targets: [
    // C libraries of the system. CLua declares nothing to Swift: it only hands flags to the shim.
    .systemLibrary(name: "CLua", pkgConfig: "lua5.4", providers: [.apt(["liblua5.4-dev"])]),
    .systemLibrary(name: "CTickit", pkgConfig: "tickit", providers: [.apt(["libtickit-dev"])]),
    .systemLibrary(name: "CGLib", pkgConfig: "glib-2.0", providers: [.apt(["libglib2.0-dev"])]),
    .systemLibrary(name: "CGTK", pkgConfig: "gtk4", providers: [.apt(["libgtk-4-dev"])]),

    // The only code that includes lua.h. Every error is raised here, after Swift has returned.
    .target(name: "CLuaShim", dependencies: ["CLua"]),
    // Lua states for Swift: protected calls, proxies, coroutines. Nothing in it is public.
    .target(name: "LuaRuntime", dependencies: ["CLuaShim"], swiftSettings: common),
    // Views, controls, events, dispatch. Standard library only.
    .target(name: "ControlKit", swiftSettings: safe),
    // The embedding API: a script host over a ControlKit application.
    .target(name: "HandlerHost", dependencies: ["ControlKit", "LuaRuntime"], swiftSettings: safe),

    // Views drawn as a grid of character cells, for terminal and headless alike.
    .target(name: "TextScreen", dependencies: ["ControlKit"], swiftSettings: common),
    .target(
      name: "HandlerHostHeadless", dependencies: ["ControlKit", "TextScreen"],
      swiftSettings: common),
    .target(
      name: "HandlerHostTerminal", dependencies: ["ControlKit", "TextScreen", "CTickit"],
      swiftSettings: frontEnd),
    // Views as native widgets. Empty without the trait, as SwiftPM builds every target.
    .target(
      name: "HandlerHostWindow",
      dependencies: ["ControlKit", .target(name: "CGTK", condition: .when(traits: ["GTK"]))],
      swiftSettings: frontEnd),
    // What the executables share: arguments, the event loop, exit codes.
    .target(
      name: "HandlerHostCommand",
      dependencies: [
        "ControlKit", "HandlerHost", "HandlerHostHeadless", "HandlerHostTerminal", "TextScreen",
        "CGLib",
      ],
      swiftSettings: frontEnd),
    .executableTarget(
      name: "handlerhost", dependencies: ["HandlerHostCommand"], path: "Sources/HandlerHostCLI",
      swiftSettings: frontEnd),
    // The same program with windows: a program of its own, so that the other need not load GTK.
    .executableTarget(
      name: "handlerhost-gtk",
      dependencies: [
        "HandlerHostCommand", "ControlKit",
        .target(name: "HandlerHostWindow", condition: .when(traits: ["GTK"])),
      ],
      path: "Sources/HandlerHostGTKCLI", swiftSettings: frontEnd),
    // Prints the scripting reference and the editors' definitions, for scripts/docs.
    .executableTarget(
      name: "HandlerHostReference", dependencies: ["HandlerHost"], swiftSettings: common),
    // Ratios to the plain C limit, measured side by side in one process.
    .executableTarget(
      name: "HandlerHostBenchmarks",
      dependencies: ["ControlKit", "HandlerHost", "TextScreen", "CLuaBench"],
      swiftSettings: common),
    // Long runs that show whether anything piles up, for scripts/soak.
    .executableTarget(
      name: "HandlerHostSoak", dependencies: ["ControlKit", "HandlerHost"], swiftSettings: common),
    // The C limit itself: a loop over lua_rawgeti and lua_pcall, for the benchmarks alone.
    .target(name: "CLuaBench", dependencies: ["CLua"]),

    .target(
      name: "TestSupport", dependencies: ["ControlKit"], path: "Tests/TestSupport",
      swiftSettings: common),
    .testTarget(
      name: "ControlKitTests", dependencies: ["ControlKit", "TestSupport"], swiftSettings: common),
    .testTarget(name: "LuaRuntimeTests", dependencies: ["LuaRuntime"], swiftSettings: common),
    .testTarget(
      name: "HandlerHostTests",
      dependencies: ["HandlerHost", "ControlKit", "LuaRuntime", "TestSupport"],
      swiftSettings: common),
    .testTarget(
      name: "TextScreenTests",
      dependencies: ["TextScreen", "HandlerHostHeadless", "ControlKit", "TestSupport"],
      swiftSettings: common),
    .testTarget(
      name: "TerminalTests",
      dependencies: ["HandlerHostTerminal", "TextScreen", "ControlKit", "TestSupport"],
      swiftSettings: frontEnd),
    // Windows on a display of its own, with real input; says so when built without the trait.
    .testTarget(
      name: "WindowTests",
      dependencies: [
        "HandlerHostHeadless", "HandlerHost", "ControlKit", "TestSupport",
        .target(name: "HandlerHostWindow", condition: .when(traits: ["GTK"])),
        .target(name: "CGTK", condition: .when(traits: ["GTK"])),
      ],
      swiftSettings: frontEnd),
    // Drives the real binary; only argument parsing is tested from within.
    .testTarget(
      name: "CommandTests", dependencies: ["HandlerHostCommand", "TestSupport"],
      swiftSettings: common),
  ]
)
