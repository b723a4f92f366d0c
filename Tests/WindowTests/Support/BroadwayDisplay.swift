#if GTK
  import Foundation
  import Glibc

  /// A display of GTK's Broadway, whose screen would be a web page: the one that has fingers. This
  /// stands in for the page. It ends with its owner, or with the process.
  final class BroadwayDisplay {
    private let folder: URL
    private let server = Process()
    private let page = Process()
    /// Where commands for the page go; a socket, since writing to the pipe of a process that ended ends
    /// this one.
    private let commands: FileHandle

    init() throws {
      var ends: [Int32] = [0, 0]
      guard socketpair(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0, &ends) == 0 else {
        throw TestDisplay.Failure(description: "no pair of sockets")
      }
      for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
      commands = FileHandle(fileDescriptor: ends[0], closeOnDealloc: true)
      let received = FileHandle(fileDescriptor: ends[1], closeOnDealloc: true)
      folder = FileManager.default.temporaryDirectory
        .appending(path: "handlerhost-broadway-\(UUID().uuidString)", directoryHint: .isDirectory)
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      let path = folder.path(percentEncoded: false)
      let output = Pipe()
      Processes.prepare(
        server, "/bin/sh",
        [
          "-c",
          "gtk4-broadwayd --unixsocket '\(path)page' :0 2>/dev/null </dev/null & server=$!; "
            + "trap 'kill $server; exit' TERM; exec >/dev/null; "
            + "while kill -0 $PPID; do sleep 0.2; done; kill $server",
        ])
      server.environment = ProcessInfo.processInfo.environment
        .merging(["XDG_RUNTIME_DIR": path]) { $1 }
      server.standardInput = FileHandle.nullDevice
      server.standardError = FileHandle.nullDevice
      server.standardOutput = output
      Processes.keep(server)
      try server.run()
      // It says so when it listens.
      guard !output.fileHandleForReading.availableData.isEmpty else {
        throw TestDisplay.Failure(description: "gtk4-broadwayd did not start; is it there?")
      }
      Processes.prepare(page, "/usr/bin/python3", ["-c", Self.pageScript, path + "page"])
      page.standardInput = received
      page.standardOutput = FileHandle.nullDevice
      page.standardError = FileHandle.nullDevice
      Processes.keep(page)
      try page.run()
    }

    isolated deinit {
      page.terminate()
      server.terminate()
      try? FileManager.default.removeItem(at: folder)
    }

    /// What makes a program appear here.
    var environment: [String: String] {
      [
        "GDK_BACKEND": "broadway", "BROADWAY_DISPLAY": ":0",
        "XDG_RUNTIME_DIR": folder.path(percentEncoded: false),
      ]
    }

    enum Step: Int {
      case down, moved, up
    }

    /// A finger takes a step in the last surface shown, in its pixels.
    func finger(_ number: Int, _ step: Step, _ x: Double, _ y: Double) throws {
      let command = "\(step.rawValue) \(number) \(Int(x)) \(Int(y))\n"
      let count = command.utf8.count
      guard
        send(
          commands.fileDescriptor, command, count,
          Int32(MSG_NOSIGNAL) | Int32(MSG_DONTWAIT)) == count
      else {
        throw TestDisplay.Failure(description: "the page of Broadway takes no more commands")
      }
    }

    /// Does what the page does: follows the server's operations to the surface that it shows, and sends
    /// what the fingers do. Unlike the page it does not say that it has drawn a frame, so the program
    /// draws but one: the server of GTK 4.8 ends with a failed assertion at some later ones.
    private static let pageScript = """
      os, select, socket, struct, sys, time = map(__import__, "os select socket struct sys time".split())
      page = socket.socket(socket.AF_UNIX)
      page.connect(sys.argv[1])
      page.sendall(b"GET /socket HTTP/1.1\\r\\nHost: tests\\r\\nUpgrade: websocket\\r\\n"
                   b"Sec-WebSocket-Key: dGVzdHM=\\r\\n\\r\\n")
      received = b""
      while b"\\r\\n\\r\\n" not in received: received += page.recv(65536)
      received = received.split(b"\\r\\n\\r\\n", 1)[1]
      operations, serial, surface, first = b"", 0, None, None
      SHOW, MOVE, TEXTURE, NODES = 3, 8, 13, 15
      SIZES = {0: 3, 1: 0, 2: 10, SHOW: 2, 4: 2, 5: 2, 6: 2, 7: 2, 9: 4, 10: 0, 12: 2, 14: 4, 16: 6}

      def send(kind, *values):
          now = int(time.monotonic() * 1000) & 0x7fffffff
          body = struct.pack(">%di" % (len(values) + 3), kind, serial, now, *values)
          page.sendall(bytes([0x82, len(body)]) + body)

      def take_frames():
          global received, operations
          while len(received) >= 10 or (len(received) >= 2 and received[1] < 126):
              length, start = received[1], 2
              if length == 126: length, start = struct.unpack(">H", received[2:4])[0], 4
              elif length == 127: length, start = struct.unpack(">Q", received[2:10])[0], 10
              if len(received) < start + length: return
              operations += received[start:start + length]
              received = received[start + length:]

      def take_operations():
          global operations, serial, surface
          while len(operations) >= 5:
              kind, rest = operations[0], operations[5:]
              try:
                  if kind == MOVE: size = 3 + 4 * bin(rest[2]).count("1")
                  elif kind == TEXTURE: size = 8 + struct.unpack("<I", rest[4:8])[0]
                  elif kind == NODES: size = 6 + 4 * struct.unpack("<I", rest[2:6])[0]
                  else: size = SIZES[kind]
              except (IndexError, struct.error): return
              if len(rest) < size: return
              serial = struct.unpack("<I", operations[1:5])[0]
              body, operations = rest[:size], rest[size:]
              if kind == SHOW: surface = struct.unpack("<H", body)[0]

      send(12, 1000, 800, 1)
      commands = b""
      while True:
          ready = select.select([page, 0], [], [])[0]
          if page in ready:
              data = page.recv(65536)
              if not data: break
              received += data
              take_frames()
              take_operations()
          if 0 in ready:
              data = os.read(0, 65536)
              if not data: break
              commands += data
              while b"\\n" in commands:
                  line, commands = commands.split(b"\\n", 1)
                  if surface is None: continue
                  step, finger, x, y = map(int, line.split())
                  # The first finger also stands for the pointer.
                  if step == 0 and first is None: first = finger
                  stands = int(finger == first)
                  if step == 2 and stands: first = None
                  send(5, step, surface, finger, stands, x, y, x, y, 0)
      """
  }
#endif
