import { getL10nPseudoLocalized } from '@vscode/l10n-dev';
import { sourceWords } from '../../l10n/sourceWords.ts';

/**
 * A script that exports the translations of languages that nobody speaks: every word of the source is in them,
 * longer than in English and without a letter of ASCII. What is not translated shows. One is written from
 * left to right, the other from right to left.
 */
export async function pseudoLocalesScript(): Promise<string> {
  const translations = Object.entries(getL10nPseudoLocalized(await sourceWords())).map(
    ([key, translation]): Translation => [
      key,
      typeof translation === 'string' ? translation : translation.message,
    ],
  );
  const reversed = translations.map(([key, text]): Translation => [key, rightToLeft(text)]);
  return [
    `export const leftToRight = ${JSON.stringify(Object.fromEntries(translations))};`,
    `export const rightToLeft = ${JSON.stringify(Object.fromEntries(reversed))};`,
  ].join('\n');
}

type Translation = readonly [key: string, text: string];

const firstHebrewLetter = 0x05d0;
const hebrewLetters = 27;

/** `text` in Hebrew letters, between marks that embed it from right to left. Places for values stay. */
function rightToLeft(text: string): string {
  const letters = text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/\p{L}/gu, (letter) =>
      String.fromCodePoint(firstHebrewLetter + ((letter.codePointAt(0) ?? 0) % hebrewLetters)),
    );
  return `\u202b${letters}\u202c`;
}
