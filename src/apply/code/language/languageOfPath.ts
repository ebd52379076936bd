import type { SyntaxLanguage } from './syntax.ts';

/** The language of a file by the end of its name; undefined if there is no grammar for it. */
export function languageOfPath(path: string): SyntaxLanguage | undefined {
  return languageOf(path, languages);
}

/** The same, but also for what has no grammar here and is read in a way of its own. */
export function textLanguageOfPath(path: string): string | undefined {
  return languageOf<string>(path, others) ?? languageOfPath(path);
}

function languageOf<Language>(
  path: string,
  all: readonly (readonly [Language, RegExp])[],
): Language | undefined {
  const name = path.slice(-40).toLowerCase();
  return all.find(([, end]) => end.test(name))?.[0];
}

const others = [
  ['css', /\.(?:css|less|scss)$/],
  ['elixir', /\.exs?$/],
  ['json', /\.jsonc?$/],
  ['lua', /\.lua$/],
  ['markdown', /\.(?:markdown|mdx?)$/],
  ['toml', /\.toml$/],
  ['yaml', /\.ya?ml$/],
] as const;

const languages = [
  ['bash', /\.(?:ba)?sh$/],
  ['go', /\.go$/],
  ['java', /\.java$/],
  ['javascript', /\.[cm]?jsx?$/],
  ['php', /\.php$/],
  ['python', /\.pyi?$/],
  ['ruby', /\.(?:gemspec|rake|rb)$/],
  ['rust', /\.rs$/],
  ['tsx', /\.tsx$/],
  ['typescript', /\.[cm]?ts$/],
] as const;
