import { acceptsChanges, replacing } from '../../host/apply/acceptsChanges.ts';
import { comparesSelection } from '../../host/apply/comparesSelection.ts';
import { keepsOtherBytes } from '../../host/apply/keepsOtherBytes.ts';
import { closeEditors } from '../../host/closeEditors.ts';
import { largeFile, selectedText } from '../../host/kindsOfFiles.ts';
import { rewritesFile } from '../../host/rewrite/rewritesFile.ts';
import { Proposals } from '../../../src/host/review/proposals.ts';

describe('a large file', () => {
  const { name, text, lines } = largeFile;

  afterEach(closeEditors);

  it('keeps all bytes around code that is inserted, which is undone at once', async () =>
    keepsOtherBytes(largeFile));

  it('is beside code that is compared, and stays as it is', async () => {
    const proposals = new Proposals('parley-test-compare');
    try {
      await comparesSelection(largeFile, proposals);
    } finally {
      proposals.dispose();
    }
  });

  it('keeps all other bytes when changes are accepted, and undo restores all', async () => {
    const selected = selectedText(largeFile);
    const changed = selected.replace('"text of', '"another');
    await acceptsChanges({
      path: `src/${name}`,
      before: text,
      edit: replacing(selected.trimEnd(), changed.trimEnd()),
      after: text.replace(selected, changed),
    });
  });

  it('keeps what an accepted rewrite does not change; undone at once', async () => {
    await rewritesFile({
      name,
      text,
      lines,
      reply: 'rewritten();',
      expected: text.replace(selectedText(largeFile), 'rewritten();\n'),
    });
  });
});
