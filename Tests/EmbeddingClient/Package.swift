// swift-tools-version: 6.2
import PackageDescription

/// What a stranger's package may switch on as well.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

let package = Package(
  name: "EmbeddingClient",
  // Named, since a package found by path is otherwise called after its folder.
  dependencies: [.package(name: "handlerhost", path: "../..")],
  targets: [
    // Uses the library as a stranger would, and checks what comes back.
    .executableTarget(
      name: "EmbeddingClient",
      dependencies: [.product(name: "HandlerHost", package: "handlerhost")],
      swiftSettings: settings),
    // The README's Swift example, word for word.
    .executableTarget(
      name: "ReadmeExample",
      dependencies: [.product(name: "HandlerHost", package: "handlerhost")],
      swiftSettings: settings),
  ]
)
