/// The scripts of the minimal host in C: what the host's own scripts do, as little as can be.
enum MinimalHost {
  static let send = """
    local n = 0
    local control = Control()
    control:on("touchUpInside", function(sender) n = n + 1 end)
    function work(count) for i = 1, count do control:send("touchUpInside") end end
    """
  static let register = """
    local n = 0
    local control = Control()
    function work(count)
      for i = 1, count do
        control:off("touchUpInside",
          control:on("touchUpInside", function(sender, event) n = n + 1 end))
      end
    end
    """
  static let create = """
    function work(count)
      for i = 1, count do
        local c = Control()
        c:on("touchUpInside", function() return c end)
      end
      collectgarbage()
      collectgarbage()
    end
    """
}
