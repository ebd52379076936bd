import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../launch/projectFolders.ts';

type Words = Readonly<Record<string, string>>;

function read(file: string): Words {
  return JSON.parse(readFileSync(join(projectFolder, file), 'utf8')) as Words;
}

/** What a translation takes over as it is: placeholders, code, and the targets of links. */
function fixedParts(text: string): readonly string[] {
  return [...text.matchAll(/\{\d+\}|`[^`]*`|\]\([^)]*\)/g)].map(([part]) => part).toSorted();
}

/** The commands that a text names, such as `*Parley: Set API Key…*`, by their keys. */
function namedCommands(text: string, words: Words): readonly (string | undefined)[] {
  return [...text.matchAll(/\*Parley: ([^*]+)\*/g)].map(
    ([, title]) => Object.entries(words).find(([, word]) => word === title)?.[0],
  );
}

const english = read('package.nls.json');

const translated = readdirSync(projectFolder).filter((file) =>
  /^package\.nls\.[\w-]+\.json$/.test(file),
);

describe('the words of the manifest', () => {
  it('are those that the manifest asks for', () => {
    const manifest = readFileSync(join(projectFolder, 'package.json'), 'utf8');
    const asked = [...manifest.matchAll(/"%([^%"]+)%"/g)].map(([, key]) => key ?? '');
    assert.deepEqual(Object.keys(english).toSorted(), [...new Set(asked)].toSorted());
  });

  it('name commands by their titles', () => {
    const named = Object.values(english).flatMap((text) => namedCommands(text, english));
    assert.ok(named.length > 0 && !named.includes(undefined), named.join());
  });

  it('are translated', () => {
    assert.ok(translated.includes('package.nls.de.json'), translated.join());
  });

  for (const file of translated) {
    it(`have the same keys and the same fixed parts in ${file}`, () => {
      const words = read(file);
      assert.deepEqual(Object.keys(words).toSorted(), Object.keys(english).toSorted());
      for (const [key, text] of Object.entries(english)) {
        const translation = words[key] ?? '';
        assert.notEqual(translation.trim(), '', key);
        assert.deepEqual(fixedParts(translation), fixedParts(text), key);
        assert.deepEqual(namedCommands(translation, words), namedCommands(text, english), key);
      }
    });
  }
});
