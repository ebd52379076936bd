import assert from 'node:assert/strict';
import { readExport } from '../../../support/transfer/readExport.ts';
import { createRedactor } from '../../../../src/host/base/redactor.ts';
import { exportText } from '../../../../src/host/transfer/exportFormats.ts';
import { setDisplayLanguage } from '../../../../src/shared/language.ts';
import { aTurn } from '../../../support/builders.ts';
import { l10n } from '../../../support/vscodeStandIn.ts';

const redactor = createRedactor(async () => []);
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
      const page = await exportText(archived, 'html', {
        redactor,
        loadPage: async () => async (head, _turns, language) =>
          JSON.stringify([head.title, language]),
      });
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
    const loadPage = async () => assert.fail('No page is needed.');
    const text = await exportText({ ...archived, conversation }, 'md', { redactor, loadPage });
    assert.match(text, /^---\ntitle: "A title"\n[^]*\n## Systemprompt\n\nBe brief\.\n\n## Sie\n/);
  });
});

describe('a chat as JSON', () => {
  const loadPage = async () => assert.fail('No page is needed.');

  it('can be read again', async () => {
    const text = await exportText(archived, 'json', { redactor, loadPage });
    const [read] = readExport(JSON.parse(text)).conversations;
    assert.deepEqual([read?.labels.title, read?.conversation.turns.length], ['A title', 1]);
  });

  it('throws where it cannot be written', async () => {
    const deep: unknown = JSON.parse('['.repeat(20_000) + ']'.repeat(20_000));
    const conversation = { ...archived.conversation, later: deep };
    await assert.rejects(exportText({ ...archived, conversation }, 'json', { redactor, loadPage }));
  });
});
