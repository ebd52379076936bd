import assert from 'node:assert/strict';
import { diffSections, unreadSection } from '../../../../src/host/git/diff/diffSections.ts';
import { fitDiff } from '../../../../src/host/git/diff/fitDiff.ts';

/** The patch of a new file with so many lines of so many characters. */
function newFile(path: string, lines: number, width = 20): string {
  const body = Array.from(
    { length: lines },
    (_, line) => `+${String(line).padEnd(width - 1, '.')}\n`,
  );
  return `diff --git a/${path} b/${path}\nnew file mode 100644\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1,${lines} @@\n${body.join('')}`;
}

describe('a patch for a model', () => {
  it('is the patch of Git where that fits, to the byte', () => {
    const patch = newFile('one.txt', 10) + newFile('two.txt', 10);
    const { text, files, cut, omitted } = fitDiff(diffSections(patch), 10_000);
    assert.equal(text, patch);
    assert.deepEqual({ files, cut, omitted }, { files: 2, cut: [], omitted: [] });
  });

  it('has small files whole and cuts large ones at a line, and says so', () => {
    const small = newFile('small.txt', 5);
    const patch = newFile('large.txt', 1000) + small + newFile('larger.txt', 2000);
    const { text, cut, omitted } = fitDiff(diffSections(patch), 5000);
    assert.ok(text.includes(small));
    assert.deepEqual(cut, ['large.txt', 'larger.txt']);
    assert.deepEqual(omitted, []);
    assert.ok(text.length < 5200, String(text.length));
    const rest = [...text.matchAll(/^# … (\d+) more lines of this file are not shown$/gm)];
    assert.equal(rest.length, 2);
    const shown = text
      .split('\n')
      .filter((line) => line.startsWith('+') && !line.startsWith('+++'));
    assert.equal(shown.length + Number(rest[0]?.[1]) + Number(rest[1]?.[1]), 3005);
  });

  it('shares fairly: what one file does not need, the others get', () => {
    const patch = newFile('a.txt', 10) + newFile('b.txt', 1000) + newFile('c.txt', 1000);
    const { text } = fitDiff(diffSections(patch), 10_000);
    const lengths = diffSections(text).map((section) => section.text.length);
    assert.ok(Math.abs((lengths[1] ?? 0) - (lengths[2] ?? 0)) < 100, String(lengths));
    assert.ok(text.length > 9800, String(text.length));
  });

  it('names the files for which there is no room, with their lines', () => {
    const patch = Array.from({ length: 500 }, (_, index) => newFile(`src/file${index}.ts`, 30));
    const { text, files, omitted, cut } = fitDiff(diffSections(patch.join('')), 8000);
    assert.equal(files, 500);
    assert.equal(omitted.length, 480);
    assert.equal(cut.length, 20);
    assert.match(text, /^# 480 more changed files are not shown:\n# {3}src\/file20\.ts \+30 -0$/m);
    assert.match(text, /^# {3}and 280 more$/m);
  });

  it('has one line for each file whose text says nothing', () => {
    const lock = newFile('package-lock.json', 30_000);
    const sections = [
      ...diffSections(newFile('a.ts', 2) + lock),
      unreadSection('movie.mov', { kind: 'binary' }),
      unreadSection('dump.sql', { kind: 'largeFile', detail: '123 bytes' }),
      unreadSection('lib', { kind: 'submodule', detail: '1234567..7654321' }),
      unreadSection('out', { kind: 'link' }),
      unreadSection('secret', { kind: 'unreadable' }),
    ];
    const { text, cut, omitted } = fitDiff(sections, 5000);
    assert.equal(
      text,
      `${newFile('a.ts', 2)}# package-lock.json: lock file, not shown, +30000 -0
# movie.mov: binary file, not shown
# dump.sql: large file, not shown, 123 bytes
# lib: submodule, 1234567..7654321
# out: link or folder, not shown
# secret: could not be read
`,
    );
    assert.deepEqual([cut, omitted], [[], []]);
  });

  it('has the beginning of lines that are very long', () => {
    const patch = newFile('app.min.js', 2, 300_000);
    const { text } = fitDiff(diffSections(patch), 50_000);
    assert.ok(text.length < 2000, String(text.length));
    assert.match(text, /\[… 299600 more characters of this line are not shown\]/);
  });

  it('shows no character of a name that cannot be seen', () => {
    const { text } = fitDiff([unreadSection('a\n# b\u202E', { kind: 'binary' })], 1000);
    assert.equal(text, '# a\\u{a}# b\\u{202e}: binary file, not shown\n');
    const long = fitDiff([unreadSection('x'.repeat(100_000), { kind: 'binary' })], 1000).text;
    assert.ok(long.length < 300);
  });
});
