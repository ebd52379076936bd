import assert from 'node:assert/strict';
import { codeLanguage } from '../../../src/markdown/fence.ts';

describe('codeLanguage', () => {
  const languages: readonly (readonly [info: string, language: string])[] = [
    ['ts', 'ts'],
    [' c++ title="a"', 'c++'],
    ['C#', 'C#'],
    ['ts:src/a.ts', 'ts'],
    ['c:src/a.c', 'c'],
    ['rust,no_run', 'rust'],
    ['js{1,3-5}', 'js'],
    ['{.python .numberLines}', 'python'],
    ['{r, echo=FALSE}', 'r'],
    ['objective-c', 'objective-c'],
    ['src/a.ts', 'src/a.ts'],
    ['a.py', 'a.py'],
    ['C:\\work\\a.cs', 'C:\\work\\a.cs'],
    ['12:40:src/a.ts', '12:40:src/a.ts'],
    ['', ''],
  ];
  for (const [info, language] of languages) {
    it(`reads ${JSON.stringify(language)} from ${JSON.stringify(info)}`, () => {
      assert.equal(codeLanguage(info), language);
    });
  }
});
