import type { SyntaxLanguage } from './syntax.ts';

/** The language of a file by the end of its name; undefined if there is no grammar for it. */
export function languageOfPath(path: string): SyntaxLanguage | undefined {
  const end = /\.(\w{1,10})$/.exec(path.slice(-40))?.[1]?.toLowerCase();
  return end === undefined ? undefined : languages.get(end);
}

/** The same, but also for what has no grammar here and is read in a way of its own. */
export function textLanguageOfPath(path: string): string | undefined {
  const end = /\.(\w{1,10})$/.exec(path.slice(-40))?.[1]?.toLowerCase() ?? '';
  return others.get(end) ?? languageOfPath(path);
}

const others: ReadonlyMap<string, string> = new Map([
  ['ex', 'elixir'],
  ['exs', 'elixir'],
  ['json', 'json'],
  ['jsonc', 'json'],
  ['lua', 'lua'],
  ['markdown', 'markdown'],
  ['md', 'markdown'],
  ['mdx', 'markdown'],
  ['yaml', 'yaml'],
  ['yml', 'yaml'],
]);

const languages: ReadonlyMap<string, SyntaxLanguage> = new Map([
  ['bash', 'bash'],
  ['cjs', 'javascript'],
  ['css', 'css'],
  ['cts', 'typescript'],
  ['gemspec', 'ruby'],
  ['go', 'go'],
  ['java', 'java'],
  ['js', 'javascript'],
  ['jsx', 'javascript'],
  ['mjs', 'javascript'],
  ['mts', 'typescript'],
  ['php', 'php'],
  ['py', 'python'],
  ['pyi', 'python'],
  ['rake', 'ruby'],
  ['rb', 'ruby'],
  ['rs', 'rust'],
  ['sh', 'bash'],
  ['ts', 'typescript'],
  ['tsx', 'tsx'],
]);
