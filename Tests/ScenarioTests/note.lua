-- Writes a line between those of the trace.
return function(...)
  local parts = table.pack(...)
  for i = 1, parts.n do parts[i] = tostring(parts[i]) end
  io.stderr:write("      note ", table.concat(parts), "\n")
end
