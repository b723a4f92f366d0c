internal import Glibc

/// The program with windows, which lies beside this one when it is installed.
enum Sibling {
  private static let name = "handlerhost-gtk"

  /// Its path, if it is there.
  static var path: String? {
    var buffer = [CChar](repeating: 0, count: Int(PATH_MAX) + 1)
    let count = readlink("/proc/self/exe", &buffer, buffer.count - 1)
    guard count > 0 else { return nil }
    let own = String(decoding: buffer[..<count].map(UInt8.init(bitPattern:)), as: UTF8.self)
    guard let end = own.lastIndex(of: "/") else { return nil }
    let path = own[...end] + name
    return path != own && access(String(path), X_OK) == 0 ? String(path) : nil
  }

  /// Becomes that program, with the same arguments. Returns only when that fails.
  static func become(_ path: String) {
    var arguments = ([path] + CommandLine.arguments.dropFirst()).map { strdup($0) } + [nil]
    execv(path, &arguments)
    for argument in arguments { free(argument) }
  }
}
