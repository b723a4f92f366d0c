// TextScreenTests
