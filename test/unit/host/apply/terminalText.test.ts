import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { terminalLines } from '../../../../src/host/apply/codeInTerminal.ts';

describe('terminalLines', () => {
  const cases: readonly (readonly [code: string, lines: readonly string[]])[] = [
    ['npm ci', ['npm ci']],
    ['npm ci\n', ['npm ci']],
    ['$ npm ci\n$ npm test\n', ['npm ci', 'npm test']],
    ['# first\nnpm ci\n\nnpm test', ['npm ci', 'npm test']],
    ['docker run \\\n  --rm \\\n  image', ['docker run --rm image']],
    ['curl https://a.test/\\\nb \\\n-d c', ['curl https://a.test/b -d c']],
    ['Get-Item `\r\n  -Path a', ['Get-Item -Path a']],
    ['dir ^\n  /b', ['dir /b']],
    ['dir\\\n  ^\n  /b', ['dir /b']],
    ['a \\\n\nb', ['a', 'b']],
    // What only looks like a continued line.
    ['git reset --hard HEAD^', ['git reset --hard HEAD^']],
    ['git show HEAD^\ngit status', ['git show HEAD^', 'git status']],
    ['x=`cat a`\necho $x', ['x=`cat a`', 'echo $x']],
    ['grep a^\necho b', ['grep a^', 'echo b']],
    ['cd C:\\\\\ndir', ['cd C:\\\\', 'dir']],
    ['echo a \\', ['echo a \\']],
    ['echo a \\\n \n', ['echo a \\']],
    ['echo a ^', ['echo a ^']],
    ['# in C:\\\ndir', ['dir']],
    ['echo a\techo b', ['echo a echo b']],
    ['echo a\recho b', ['echo a', 'echo b']],
    ['echo a\u2028rm -r b', ['echo a', 'rm -r b']],
    ['echo a\u0085rm -r b', ['echo a', 'rm -r b']],
    ['\u001b[201~rm -r b\u0003', ['[201~rm -r b']],
    ['echo \u202eabc\u200b', ['echo abc']],
    ['\n \n', []],
  ];
  for (const [code, lines] of cases) {
    it(`reads ${JSON.stringify(code)}`, () => {
      assert.deepEqual(terminalLines(code), lines);
    });
  }

  it('takes nothing off but control characters, the prompt and white space at the ends', () => {
    const command = fc.stringMatching(/^[a-z`^\\ ]{0,20}$/);
    fc.assert(
      fc.property(command, (code) => {
        assert.deepEqual(
          terminalLines(code),
          [code.trim()].filter((line) => line !== ''),
        );
      }),
    );
  });

  it('never gives a character that a terminal acts upon', () => {
    const hostile = fc.string({ unit: 'binary', maxLength: 200 });
    const controls = fc.string({
      unit: fc.constantFrom(
        '\0',
        '\u0003',
        '\r',
        '\n',
        '\t',
        '\u001b',
        '\u0085',
        '\u009b',
        'a',
        '\\',
        '$',
        '\u2028',
        '\u202e',
      ),
    });
    fc.assert(
      fc.property(fc.oneof(hostile, controls), (code) => {
        for (const line of terminalLines(code)) {
          assert.doesNotMatch(line, /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
        }
      }),
    );
  });
});
