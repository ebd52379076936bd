import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { delimiter, join, relative } from 'node:path';
import { checkText } from '../../../../src/guard/checkText.ts';
import { findingName } from '../../../../src/shared/guard/finding.ts';
import { projectFolder } from '../../../launch/projectFolders.ts';
import { quantity } from '../../../support/quantity.ts';

/** Public projects that are installed here: sources, bundles, declarations, texts, data. */
const projects = ['mermaid', 'playwright-core', 'prettier', 'katex', '@shikijs/langs', 'axe-core'];

/** Folders of other projects, to be checked once in a while: `PARLEY_GUARD_SOURCES=… npm run prove`. */
const others = (process.env['PARLEY_GUARD_SOURCES'] ?? '').split(delimiter);

/** One file in so many is checked. */
const step = quantity({ slice: 10, whole: 1 });

const isText = /\.(?:[cm]?[jt]sx?|json|md|css|html|txt|ya?ml|map|py|go|rs|java|rb|php|sh|c|h|cpp)$/;

interface Scanned {
  readonly characters: number;
  /** With the place of each. */
  readonly alarms: readonly string[];
}

async function scan(folder: string): Promise<Scanned> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  let characters = 0;
  const alarms: string[] = [];
  const texts = entries.filter((entry) => entry.isFile() && isText.test(entry.name));
  for (const [index, entry] of texts.entries()) {
    if (index % step === 0) {
      const path = join(entry.parentPath, entry.name);
      const text = await readFile(path, 'utf8');
      characters += text.length;
      const wanted = { secrets: true, hiddenCharacters: true, known: [] };
      const { findings } = await checkText(text, wanted, async () => {});
      alarms.push(
        ...findings.map(
          (finding) => `${relative(folder, path)}:${finding.start} ${findingName(finding)}`,
        ),
      );
    }
  }
  return { characters, alarms };
}

describe('false alarms', () => {
  it('there are none in the sources of large public projects', async function () {
    this.timeout(600_000);
    const folders = [
      ...projects.map((name) => join(projectFolder, 'node_modules', name)),
      ...others.filter((folder) => folder !== ''),
    ];
    let characters = 0;
    for (const folder of folders) {
      const scanned = await scan(folder);
      characters += scanned.characters;
      assert.deepEqual(scanned.alarms, [], folder);
    }
    assert.equal(characters > 10_000_000 / step, true, `${characters} characters`);
  });
});
