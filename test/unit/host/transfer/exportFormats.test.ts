import assert from 'node:assert/strict';
import { readableText } from '../../../../src/host/transfer/exportFormats.ts';
import { setDisplayLanguage } from '../../../../src/shared/language.ts';
import { aTurn } from '../../../support/builders.ts';
import { l10n } from '../../../support/vscodeStandIn.ts';

const archived = {
  conversation: { id: 'c', createdAt: 0, turns: [aTurn('a')], headId: 'a' },
  labels: { title: 'A title' },
};

describe('a chat to read', () => {
  afterEach(() => setDisplayLanguage({ tag: 'en', translations: undefined }));

  it('is a page in the display language, which is handed over as its writer is a bundle of its own', async () => {
    const bundle = { You: 'Sie' };
    Object.assign(l10n, { bundle });
    setDisplayLanguage({ tag: 'de', translations: bundle });
    try {
      const page = await readableText(
        archived,
        'html',
        async () => async (head, _turns, language) => JSON.stringify([head.title, language]),
      );
      assert.deepEqual(JSON.parse(page), ['A title', { tag: 'de', translations: bundle }]);
    } finally {
      Object.assign(l10n, { bundle: undefined });
    }
  });

  it('has translated headings as Markdown', async () => {
    setDisplayLanguage({
      tag: 'de',
      translations: { You: 'Sie', 'System prompt': 'Systemprompt' },
    });
    const conversation = { ...archived.conversation, systemPrompt: 'Be brief.' };
    const page = async () => assert.fail('No page is needed.');
    const text = await readableText({ ...archived, conversation }, 'md', page);
    assert.match(text, /^---\ntitle: "A title"\n[^]*\n## Systemprompt\n\nBe brief\.\n\n## Sie\n/);
  });
});
