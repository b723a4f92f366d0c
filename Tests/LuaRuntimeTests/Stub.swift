// LuaRuntimeTests
