import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getL10nJson, getL10nPseudoLocalized } from '@vscode/l10n-dev';
import { projectFolder } from './projectFolders.ts';

/**
 * A script that exports the translations of a language that nobody speaks: every word of the source is
 * in it, longer than in English and without a letter of ASCII. What is not translated shows.
 */
export async function pseudoLocaleScript(): Promise<string> {
  const contents: string[] = [];
  for await (const file of glob('src/**/*.ts', { cwd: projectFolder })) {
    contents.push(await readFile(join(projectFolder, file), 'utf8'));
  }
  const words = await getL10nJson(
    contents
      .filter((text) => text.includes('l10n.t('))
      .map((text) => ({ extension: '.ts', contents: text })),
  );
  const translations = Object.entries(getL10nPseudoLocalized(words)).map(([key, translation]) => [
    key,
    typeof translation === 'string' ? translation : translation.message,
  ]);
  return `export default ${JSON.stringify(Object.fromEntries(translations))};`;
}
