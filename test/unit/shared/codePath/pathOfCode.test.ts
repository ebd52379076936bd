import assert from 'node:assert/strict';
import { pathOfCode } from '../../../../src/shared/codePath/pathOfCode.ts';

describe('pathOfCode', () => {
  const nothing = { info: '', before: '', language: 'ts', firstLine: '' };
  const cases: readonly (readonly [
    of: string,
    Partial<typeof nothing>,
    path: string | undefined,
  ])[] = [
    ['the fence', { info: 'ts src/a.ts' }, 'src/a.ts'],
    ['the line before', { before: 'In `src/a.ts`:' }, 'src/a.ts'],
    ['a comment in the first line', { firstLine: '// src/a.ts' }, 'src/a.ts'],
    ['a comment of another language', { language: 'html', firstLine: '<!-- a.html -->' }, 'a.html'],
    [
      'the fence before all others',
      { info: 'ts title="a.ts"', before: '`b.ts`', firstLine: '// c.ts' },
      'a.ts',
    ],
    ['the first line before the line above', { before: '`b.ts`', firstLine: '// c.ts' }, 'c.ts'],
    ['neither of two files', { before: '`src/a.ts` and `src/b.ts`' }, undefined],
    ['no file', {}, undefined],
    ['no first line of a list of files', { language: '', firstLine: 'src/a.ts' }, undefined],
    ['no title', { language: 'markdown', firstLine: '# notes.md' }, undefined],
    ['no file of a command', { language: 'bash', before: 'With `package.json`, run:' }, undefined],
    ['no file of an output', { language: 'output', before: '`src/a.ts` prints:' }, undefined],
    ['a script', { language: 'bash', before: '`tools/run.sh`:' }, 'tools/run.sh'],
  ];
  for (const [of, stated, path] of cases) {
    it(`gives ${of}`, () => assert.equal(pathOfCode({ ...nothing, ...stated }), path));
  }
});
