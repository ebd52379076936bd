import { createStyleOf } from '../../../src/webview/code/tokenStyles.ts';
import { equal } from '../assert.ts';

describe('tokenStyle', () => {
  const styleOf = createStyleOf([
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
    ['source.ts meta.x string.quoted', '#222222', 'italic'],
    ['source.ts string source.css', '#111111'],
    ['source.ts keyword.control', '#444444', 'bold'],
    ['source.ts keyword.operator.new', '#444444', ''],
    ['source.ts string keyword.operator punctuation', '#444444', ''],
  ];
  for (const [scopes, color, fontStyle] of looks) {
    it(`shows ${scopes} as the rules say`, () => {
      equal(styleOf(scopes.split(' ')), { color, fontStyle });
    });
  }
});
