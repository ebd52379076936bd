import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Words } from '../../l10n/sourceWords.ts';
import { readWords } from '../../l10n/translations.ts';
import { projectFolder } from '../../launch/projectFolders.ts';

describe('the words of the manifest', () => {
  let english: Words = {};
  before(async () => {
    english = await readWords('package.nls.json');
  });

  it('are those that the manifest asks for', () => {
    const manifest = readFileSync(join(projectFolder, 'package.json'), 'utf8');
    const asked = [...manifest.matchAll(/"%([^%"]+)%"/g)].map(([, key]) => key ?? '');
    assert.deepEqual(Object.keys(english).toSorted(), [...new Set(asked)].toSorted());
  });

  it('name commands by their titles', () => {
    const texts = Object.values(english);
    const named = texts.flatMap((text) => [...text.matchAll(/\*Parley: ([^*]+)\*/g)]);
    assert.notEqual(named.length, 0);
    assert.deepEqual(
      named.map(([, title = '']) => title).filter((title) => !texts.includes(title)),
      [],
    );
  });
});
