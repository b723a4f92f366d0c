#if !GTK
  import Testing

  /// Says that the tests of the window were left out.
  @Suite struct WithoutWindowTests {
    @Test(
      .disabled("built without the trait GTK: swift test --traits GTK runs the tests of windows"))
    func windows() {}
  }
#endif
