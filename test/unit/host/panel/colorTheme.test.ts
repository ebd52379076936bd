import { deepStrictEqual, throws } from 'node:assert';
import * as fc from 'fast-check';
import { parseJsonc, tokenColorsOf } from '../../../../src/host/panel/colorTheme.ts';

describe('parseJsonc', () => {
  it('reads what JSON reads', () => {
    fc.assert(
      fc.property(fc.jsonValue(), (value) =>
        deepStrictEqual(parseJsonc(JSON.stringify(value)), JSON.parse(JSON.stringify(value))),
      ),
    );
  });

  it('leaves out comments and commas at the end, but not in strings', () => {
    const text = `{ // one
      "a": "// no, } /* no */", /* two
      */ "b": [1, 2 /* three */, ], "c\\"": ",]",
    }`;
    deepStrictEqual(parseJsonc(text), { a: '// no, } /* no */', b: [1, 2], 'c"': ',]' });
  });

  it('refuses anything else', () => throws(() => parseJsonc('{a: 1}'), SyntaxError));
});

describe('tokenColorsOf', () => {
  it('reads the rules of a theme and leaves out what is none', () => {
    deepStrictEqual(
      tokenColorsOf([
        { scope: 'comment, string.regexp', settings: { foreground: '#123456' } },
        { name: 'x', scope: ['a b', 7, ''], settings: { fontStyle: '', foreground: 3 } },
        { settings: { foreground: '#000000' } },
        { scope: 'c' },
        null,
        'text',
      ]),
      [
        { scopes: ['comment', 'string.regexp'], foreground: '#123456', fontStyle: undefined },
        { scopes: ['a b'], foreground: undefined, fontStyle: '' },
      ],
    );
    deepStrictEqual(tokenColorsOf('./theme.tmTheme'), []);
  });
});
