// ControlKitTests
