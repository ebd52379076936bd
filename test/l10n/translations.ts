import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '../launch/projectFolders.ts';
import { sourceWords, type Words } from './sourceWords.ts';

/** A translation of the sources or of the manifest. */
export interface Translation {
  /** Its file, relative to the project. */
  readonly file: string;
  /** The tag of its language, such as `de`. */
  readonly language: string;
  /** What is to be translated, and what of it is, by the same keys. */
  readonly english: Words;
  readonly words: Words;
}

/** The translations of the sources and of the manifest into each language that has one of both. */
export async function readTranslations(): Promise<readonly Translation[]> {
  const files = await Array.fromAsync(
    glob(['l10n/bundle.l10n.*.json', 'package.nls.*.json'], { cwd: projectFolder }),
  );
  const languages = new Set(files.map((file) => file.split('.').at(-2) ?? ''));
  const ofSources = await sourceWords();
  const ofManifest = await readWords('package.nls.json');
  const translation = async (file: string, language: string, english: Words) => ({
    file,
    language,
    english,
    words: await readWords(file),
  });
  return Promise.all(
    [...languages]
      .toSorted()
      .flatMap((language) => [
        translation(`l10n/bundle.l10n.${language}.json`, language, ofSources),
        translation(`package.nls.${language}.json`, language, ofManifest),
      ]),
  );
}

/** The words of a file of translations; none if there is no such file. */
export async function readWords(file: string): Promise<Words> {
  try {
    return JSON.parse(await readFile(join(projectFolder, file), 'utf8')) as Words;
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') {
      return {};
    }
    throw error;
  }
}

/** Says what translations lack, and what they have that is in English no more; empty if nothing. */
export function translationGaps(translations: readonly Translation[]): string {
  return translations
    .flatMap(({ file, language, english, words }) => [
      ...listed(`${nameOf(language)} lacks`, 'sentence', file, keysBeyond(english, words)),
      ...listed(`${nameOf(language)} has`, 'unused sentence', file, keysBeyond(words, english)),
    ])
    .join('\n');
}

function keysBeyond(words: Words, others: Words): readonly string[] {
  return Object.keys(words).filter((key) => !Object.hasOwn(others, key));
}

function listed(
  start: string,
  noun: string,
  file: string,
  keys: readonly string[],
): readonly string[] {
  const counted = keys.length === 1 ? `1 ${noun}` : `${keys.length} ${noun}s`;
  return keys.length === 0
    ? []
    : [`${start} ${counted} (${file}):`, ...keys.map((key) => `  ${JSON.stringify(key)}`)];
}

function nameOf(language: string): string {
  return new Intl.DisplayNames(['en'], { type: 'language' }).of(language) ?? language;
}
