/** The scheme of proposals of tests. The extension that is tested has registered its own, once it was needed. */
export const testScheme = 'parley-test-changes';
