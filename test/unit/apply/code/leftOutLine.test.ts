import assert from 'node:assert/strict';
import { leftOutLine } from '../../../../src/apply/code/leftOutLine.ts';

describe('leftOutLine', () => {
  for (const line of [
    '// ... existing code ...',
    '  // …existing code…',
    '// rest of the function unchanged',
    '# ... rest of the code remains the same ...',
    '/* ... */',
    '{/* ... existing JSX ... keep ... */}',
    '<!-- ... rest of the page ... -->',
    '-- ... other columns ...',
    '...',
    '…',
    '// ... (keep the imports) ...',
    '// existing methods stay the same',
  ]) {
    it(`finds ${line}`, () => {
      assert.equal(leftOutLine(['a();'], ['a();', line, 'b();'], 'typescript'), line);
      // Not if the code had it before.
      assert.equal(leftOutLine(['a();', line.trim()], ['a();', line], 'typescript'), undefined);
    });
  }

  it('finds none in code', () => {
    const lines = [
      '...others,',
      'const [a, ...rest] = b;',
      '// Loading...',
      '// waits for the other one',
      '# Existing users are kept.',
      'f(...args)',
      'print("...")',
      '// The rest is easy',
      '// same as above, but faster',
      `// ${'x'.repeat(300)} ... existing code ...`,
    ];
    assert.equal(leftOutLine([], lines, 'typescript'), undefined);
    assert.equal(leftOutLine([], ['def f():', '    ...'], 'python'), undefined);
  });
});
