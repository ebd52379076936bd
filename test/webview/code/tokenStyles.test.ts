import { createTokenTheme } from '../../../src/webview/code/tokenStyles.ts';
import { equal } from '../assert.ts';

/** The font styles as themes write them. */
const fontStyles: Readonly<Record<number, string>> = { 0: '', 1: 'italic', 2: 'bold' };

describe('token styles', () => {
  const theme = createTokenTheme([
    { scopes: ['string'], foreground: '#111111' },
    { scopes: ['string.quoted'], fontStyle: 'italic' },
    { scopes: ['source.css string', 'meta > string'], foreground: '#222222' },
    { scopes: ['keyword'], foreground: '#333333', fontStyle: 'bold' },
    { scopes: ['keyword'], foreground: '#444444' },
    { scopes: ['keyword.operator'], fontStyle: '' },
  ]);
  const looks: readonly (readonly [scopes: string, color?: string, fontStyle?: string])[] = [
    ['source.ts'],
    ['source.ts string', '#111111'],
    ['source.ts string.quoted.double.ts', '#111111', 'italic'],
    ['source.ts stringy'],
    ['source.css meta.rule string', '#222222'],
    // The rule with the most specific innermost scope wins, with what it inherits from `string`.
    ['source.ts meta.x string.quoted', '#111111', 'italic'],
    ['source.ts meta.x string', '#222222'],
    ['source.ts meta.x other string', '#111111'],
    ['source.ts string source.css', '#111111'],
    ['source.ts keyword.control', '#444444', 'bold'],
    ['source.ts keyword.operator.new', '#444444', ''],
    ['source.ts string keyword.operator punctuation', '#444444', ''],
  ];
  for (const [scopes, color, fontStyle = ''] of looks) {
    it(`shows ${scopes} as the rules say`, () => {
      const style = theme.styleOf(scopes.split(' '));
      equal(
        { color: theme.colors[style.colorId], fontStyle: fontStyles[style.fontStyle] },
        { color, fontStyle },
      );
    });
  }

  it('ignores scopes that would harm the library', () => {
    const theme = createTokenTheme([
      { scopes: ['hasOwnProperty', 'x.hasOwnProperty y'], foreground: '#111111' },
      { scopes: ['__proto__.a', 'constructor', 'string'], foreground: '#222222' },
    ]);
    equal(theme.colors[theme.styleOf(['source.ts', 'string']).colorId], '#222222');
  });
});
