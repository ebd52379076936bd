import assert from 'node:assert/strict';
import { readTranslations, type Translation, translationGaps } from '../../l10n/translations.ts';
import { screenText } from '../../launch/run/failureText.ts';

/** What a translation takes over as it is: places that are filled in, code, and the targets of links. */
function fixedParts(text: string): readonly string[] {
  const places = new Set(text.match(/\{\w+\}/g));
  return [...places, ...(text.match(/`[^`]*`|\]\([^)]*\)/g) ?? [])].toSorted();
}

/** The titles of commands that a text names, such as `*Parley: Set API Key…*`. */
function namedTitles(text: string): readonly string[] {
  return [...text.matchAll(/\*Parley: ([^*]+)\*/g)].map(([, title = '']) => title);
}

describe('translations', () => {
  let translations: readonly Translation[] = [];
  before(async () => {
    translations = await readTranslations();
  });

  /** Checks what is translated: it may be less than all, and more until a release. */
  const eachTranslated = (
    check: (text: string, english: string, translation: Translation, where: string) => void,
  ): void => {
    for (const translation of translations) {
      const { file, english, words } = translation;
      for (const [key, text] of Object.entries(words)) {
        const original = english[key];
        if (original !== undefined) {
          check(text, original, translation, `${file}: ${key}`);
        }
      }
    }
  };

  it('are there for German, of the sources and of the manifest', () => {
    assert.deepEqual(
      translations.flatMap(({ file, language }) => (language === 'de' ? file : [])),
      ['l10n/bundle.l10n.de.json', 'package.nls.de.json'],
    );
  });

  it('may lack sentences, which are listed here: only a release requires all', () => {
    const gaps = translationGaps(translations);
    if (gaps !== '') {
      process.stdout.write(`${screenText(gaps)}\n`);
    }
  });

  it('are not empty', () => {
    eachTranslated((text, _english, _translation, where) =>
      assert.notEqual(text.trim(), '', where),
    );
  });

  it('have the same places to be filled in, the same code and the same links', () => {
    eachTranslated((text, english, _translation, where) =>
      assert.deepEqual(fixedParts(text), fixedParts(english), where),
    );
  });

  it('name commands by their titles', () => {
    eachTranslated((text, original, { english, words }, where) => {
      const titles = namedTitles(original).map((title) => {
        const key = Object.keys(english).find((one) => english[one] === title);
        return key === undefined ? undefined : words[key];
      });
      // A title that is not translated cannot be told from a wrong one.
      const named = namedTitles(text).map((title, index) => titles[index] && title);
      assert.deepEqual(named, titles, where);
    });
  });
});

describe('the list of what translations lack', () => {
  const german = { file: 'de.json', language: 'de', english: { a: 'A', b: 'B', c: 'C' } };

  it('names what is missing, and what is in English no more', () => {
    const list = translationGaps([
      { ...german, words: { b: 'Be', d: 'De' } },
      { ...german, language: 'pt-br', words: { ...german.english, 'say “"”': '' } },
    ]);
    assert.equal(
      list,
      [
        'German lacks 2 sentences (de.json):',
        '  "a"',
        '  "c"',
        'German has 1 unused sentence (de.json):',
        '  "d"',
        'Brazilian Portuguese has 1 unused sentence (de.json):',
        String.raw`  "say “\"”"`,
      ].join('\n'),
    );
  });

  it('is empty if that is nothing', () => {
    assert.equal(translationGaps([{ ...german, words: german.english }]), '');
  });
});
