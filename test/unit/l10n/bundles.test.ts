import assert from 'node:assert/strict';
import { glob, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { getL10nJson } from '@vscode/l10n-dev';
import { projectFolder } from '../../launch/projectFolders.ts';
import { sourceFiles } from '../../support/syntaxTree.ts';

/** Words by their keys: the English text, with its comment after a slash if it has one. */
type Bundle = Readonly<Record<string, string>>;

async function readText(file: string): Promise<string> {
  return readFile(join(projectFolder, file), 'utf8');
}

/** The English text of each key in the sources. */
async function wordsOfSources(): Promise<Bundle> {
  const files = await sourceFiles('src');
  const scripts = files.map(async (file) => ({ contents: await readText(file), extension: '.ts' }));
  const found = await getL10nJson(await Promise.all(scripts));
  return Object.fromEntries(
    Object.entries(found).map(([key, words]) => [
      key,
      typeof words === 'string' ? words : words.message,
    ]),
  );
}

/** The places that are filled in, such as `{0}`. */
function placesOf(words: string): readonly string[] {
  return [...new Set(words.match(/\{\w+\}/g))].toSorted();
}

describe('translations', () => {
  const languages: { readonly file: string; readonly bundle: Bundle }[] = [];
  let english: Bundle = {};
  before(async () => {
    english = await wordsOfSources();
    for await (const file of glob('l10n/bundle.l10n.*.json', { cwd: projectFolder })) {
      languages.push({ file, bundle: JSON.parse(await readText(file)) as Bundle });
    }
  });

  it('have all words of the sources and no others', () => {
    assert.notEqual(languages.length, 0);
    for (const { file, bundle } of languages) {
      assert.deepEqual(Object.keys(bundle).toSorted(), Object.keys(english).toSorted(), file);
    }
  });

  it('have something in every one, and the same places to be filled in', () => {
    for (const { file, bundle } of languages) {
      for (const [key, words] of Object.entries(bundle)) {
        assert.notEqual(words.trim(), '', `${file}: ${key}`);
        assert.deepEqual(placesOf(words), placesOf(english[key] ?? ''), `${file}: ${key}`);
      }
    }
  });
});
