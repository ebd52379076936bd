import assert from 'node:assert/strict';
import { statedPaths } from '../../../../src/shared/codePath/statedPath.ts';

describe('statedPaths', () => {
  const ofInfo: readonly (readonly [info: string, path: string | undefined])[] = [
    ['ts src/a.ts', 'src/a.ts'],
    ['ts:src/a.ts', 'src/a.ts'],
    ['src/a.ts', 'src/a.ts'],
    ['a.py', 'a.py'],
    ['12:40:src/a.ts', 'src/a.ts'],
    ['typescript title="src/my file.ts"', 'src/my file.ts'],
    ["js {filename='src/a.js'}", 'src/a.js'],
    ['ts file=src/a.ts#L3-L9', 'src/a.ts'],
    ['ts // src/a.ts', 'src/a.ts'],
    ['go ./cmd/main.go:12', './cmd/main.go'],
    ['cs C:\\work\\a.cs', 'C:\\work\\a.cs'],
    ['C:\\work\\a.cs', 'C:\\work\\a.cs'],
    ['make Makefile', 'Makefile'],
    ['ts file:///tmp/a.ts', undefined],
    ['ts ../../etc/passwd.txt', '../../etc/passwd.txt'],
    ['ts', undefined],
    ['c++', undefined],
    ['python 3.11', undefined],
    ['ts https://example.com/a.ts', undefined],
    ['ts src/a\u202e.ts', undefined],
    ['{.numberLines}', undefined],
    ['', undefined],
  ];
  for (const [info, path] of ofInfo) {
    it(`reads the fence ${JSON.stringify(info)}`, () => {
      assert.deepEqual(statedPaths({ info, before: '' }), path === undefined ? [] : [path]);
    });
  }

  const ofLine: readonly (readonly [before: string, paths: readonly string[]])[] = [
    ['**src/a.ts**', ['src/a.ts']],
    ['`src/a.ts`:', ['src/a.ts']],
    ['### `src/a.ts` (new)', ['src/a.ts']],
    ['### src/a.ts', ['src/a.ts']],
    ['src/a.ts', ['src/a.ts']],
    ['src/a.ts:', ['src/a.ts']],
    ['File: src/a.ts', ['src/a.ts']],
    ['Update `src/a.ts` and `src/b.ts`:', ['src/a.ts', 'src/b.ts']],
    ['Then, in src/lib/a.py, replace the loop:', ['src/lib/a.py']],
    ['1. **`package.json`**', ['package.json']],
    ['[a.ts](src/a.ts) becomes:', ['a.ts']],
    ['Dockerfile', ['Dockerfile']],
    ['This works in Node.js as well:', []],
    ['Use e.g. this:', []],
    ['Replace the `console.log` call with:', []],
    ['Then change `app.listen` like this:', []],
    ['Update the **user.name** field:', []],
    ['Use `Array.prototype.map` of `df.head` instead:', []],
    ['`notes.log`:', ['notes.log']],
    ['In `server.js`, and in `.env` as well:', ['server.js', '.env']],
    ['Here is the new `Makefile`:', ['Makefile']],
    ['Here is the new `main.py:12`:', ['main.py']],
    ['See https://example.com/a/b.ts for more:', []],
    ['', []],
  ];
  for (const [before, paths] of ofLine) {
    it(`reads the line ${JSON.stringify(before)}`, () => {
      assert.deepEqual(statedPaths({ info: 'ts', before }), paths);
    });
  }

  it('prefers the fence to the line before it', () => {
    assert.deepEqual(statedPaths({ info: 'ts src/a.ts', before: '`src/b.ts`' }), ['src/a.ts']);
  });

  it('takes no time with a megabyte in each place', () => {
    const started = performance.now();
    for (const unit of ['`', '**', '[', 'a/', ' ', 'title=', ')', '. ']) {
      statedPaths({ info: unit.repeat(1_000_000), before: unit.repeat(1_000_000) });
    }
    assert.ok(performance.now() - started < 2000);
  });
});
