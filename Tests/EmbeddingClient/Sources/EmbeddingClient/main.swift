// Uses the library as a stranger would. Each part checks what comes back; the exit status says
// whether anything was wrong.
let checks = Checks()
do {
  ClosuresAlone(checks).run()
  try ScriptOnTop(checks).run()
  try OwnViews(checks).run()
  try OwnControls(checks).run()
  try ArticleExamples(checks).run()
} catch {
  checks.fail("an error nobody expected: \(error)")
}
checks.finish()
