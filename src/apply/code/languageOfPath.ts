import type { SyntaxLanguage } from './syntax.ts';

/** The language of a file by the end of its name; undefined if there is no grammar for it. */
export function languageOfPath(path: string): SyntaxLanguage | undefined {
  return languageOf(endOf(path), languages);
}

/** The same, but also for what has no grammar here and is read in a way of its own. */
export function textLanguageOfPath(path: string): string | undefined {
  return languageOf(endOf(path), others) ?? languageOfPath(path);
}

function endOf(path: string): string {
  return /\.(\w{1,10})$/.exec(path.slice(-40))?.[1]?.toLowerCase() ?? '';
}

function languageOf<Language>(
  end: string,
  all: readonly (readonly [Language, RegExp])[],
): Language | undefined {
  return all.find(([, ends]) => ends.test(end))?.[0];
}

const others: readonly (readonly [string, RegExp])[] = [
  ['css', /^(?:less|scss)$/],
  ['elixir', /^exs?$/],
  ['json', /^jsonc?$/],
  ['lua', /^lua$/],
  ['markdown', /^(?:markdown|mdx?)$/],
  ['yaml', /^ya?ml$/],
];

const languages: readonly (readonly [SyntaxLanguage, RegExp])[] = [
  ['bash', /^(?:ba)?sh$/],
  ['css', /^css$/],
  ['go', /^go$/],
  ['java', /^java$/],
  ['javascript', /^[cm]?jsx?$/],
  ['php', /^php$/],
  ['python', /^pyi?$/],
  ['ruby', /^(?:gemspec|rake|rb)$/],
  ['rust', /^rs$/],
  ['tsx', /^tsx$/],
  ['typescript', /^[cm]?ts$/],
];
