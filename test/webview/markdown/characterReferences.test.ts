import { createCharacterReferences } from '../../../src/webview/markdown/characterReferences.ts';
import { equal } from '../assert.ts';

const { decode, learn } = createCharacterReferences(1000);

describe('character references', () => {
  const cases: readonly (readonly [text: string, decoded: string])[] = [
    ['&amp;', '&'],
    ['&lt;', '<'],
    ['&nbsp;', '\u00a0'],
    ['&Tab;', '\t'],
    ['&NewLine;', '\n'],
    ['&semi;', ';'],
    ['&fjlig;', 'fj'],
    ['&Afr;', '\u{1d504}'],
    ['&NotEqualTilde;', '\u2242\u0338'],
    ['&CounterClockwiseContourIntegral;', '\u2233'],
    ['&AMP;', '&'],
    ['&Amp;', '&Amp;'],
    ['&hamster;', '&hamster;'],
    // A browser decodes the beginning of these.
    ['&notit;', '&notit;'],
    ['&ampx;', '&ampx;'],
    ['&amp', '&amp'],
    ['&#5a;', '&#5a;'],
    ['&lt;script&gt;', '&lt;script&gt;'],
    ['<img src=x onerror=y>', '<img src=x onerror=y>'],
    ['', ''],
  ];
  for (const [text, decoded] of cases) {
    it(`${JSON.stringify(text)} stands for ${JSON.stringify(decoded)}`, () => {
      equal(decode(text), decoded);
    });
  }

  it('are the same when they are looked up together', () => {
    learn(`${cases.map(([text]) => text).join(' ')} &rarr;&larr;&zwj;&rarr;`);
    equal(
      cases.map(([text]) => decode(text)),
      cases.map(([, decoded]) => decoded),
    );
    equal(['&rarr;', '&larr;', '&zwj;'].map(decode), ['→', '←', '\u200d']);
  });

  it('are looked up a limited number of times, and what is known stays known', () => {
    const few = createCharacterReferences(4);
    few.learn('&rarr; &zzz1; &zzz2; &amp; &larr; &lt;');
    equal(['&rarr;', '&zzz1;', '&amp;', '&larr;', '&lt;'].map(few.decode), [
      '→',
      '&zzz1;',
      '&',
      '&larr;',
      '&lt;',
    ]);
  });
});
