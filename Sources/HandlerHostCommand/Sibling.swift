internal import Glibc

/// The program with windows, which lies beside this one when it is installed.
///
/// Paths and arguments are bytes here: not all of them need be text.
enum Sibling {
  private static let name = "handlerhost-gtk"

  /// Its path with a zero at the end, if it is there.
  static var path: [CChar]? {
    var own = [CChar](repeating: 0, count: Int(PATH_MAX))
    let count = readlink("/proc/self/exe", &own, own.count)
    guard count > 0, let end = own[..<count].lastIndex(of: CChar(UInt8(ascii: "/"))) else {
      return nil
    }
    let path = own[...end] + name.utf8CString
    return path.dropLast() != own[..<count] && access(Array(path), X_OK) == 0 ? Array(path) : nil
  }

  /// Becomes that program, with the same arguments. Returns only when that fails.
  static func become(_ path: [CChar]) {
    path.withUnsafeBufferPointer { path in
      guard let path = path.baseAddress else { return }
      let given = (1..<max(1, Int(CommandLine.argc))).map { CommandLine.unsafeArgv[$0] }
      // Written to by nobody, though its type would allow that.
      execv(path, [UnsafeMutablePointer(mutating: path)] + given + [nil])
    }
  }
}
