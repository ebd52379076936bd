import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createDemoService } from '../../../src/demo/service.ts';
import { runPaletteCommand } from '../../launch/vscode/openWorkbench.ts';
import { until } from '../../support/until.ts';
import { canaryKey, type CanaryService, serveCanary } from '../support/canary.ts';
import { openParley, type ParleyWindow, pictureFailure } from '../support/parleyWindow.ts';

describe('instructions of a workspace', () => {
  let service: CanaryService;
  let parley: ParleyWindow;
  let folder = '';
  before(async () => {
    service = await serveCanary(createDemoService({ apiKey: canaryKey, delayMs: 0 }));
    const connection = { id: 'own', name: 'Own', baseUrl: service.baseUrl, model: 'demo-echo' };
    parley = await openParley(
      { 'parley.connections': [connection] },
      {
        async prepare(path) {
          folder = path;
          await writeFile(join(path, 'AGENTS.md'), 'Use tabs, first version.\n');
          return path;
        },
      },
    );
    await parley.useCanary();
  });
  afterEach(async function () {
    await pictureFailure(this.currentTest, parley);
  });
  after(async () => {
    await parley.close();
    await service.close();
  });

  const chip = () => parley.panel.locator('.attachments .chip', { hasText: 'AGENTS.md' });
  const newChat = async (): Promise<void> => {
    await runPaletteCommand(parley.page, 'Parley: New Chat');
    await parley.panel.locator('article').first().waitFor({ state: 'detached' });
  };
  const lastMessages = (): readonly string[] => {
    const { messages } = JSON.parse(service.requests.at(-1)?.rest.split('\n').at(-1) ?? '{}') as {
      readonly messages: readonly { readonly content: string }[];
    };
    return messages.map(({ content }) => content);
  };

  it('are offered, and not sent before the user has said yes', async () => {
    const { panel } = parley;
    await panel.getByText('Attach AGENTS.md to new chats in this workspace?').waitFor();
    await parley.screenshot('instructions-offered');
    assert.equal(await chip().count(), 0);
    await parley.say('Without them');
    await parley.replyEnded();
    assert.deepEqual(
      lastMessages().filter((content) => content.includes('first version')),
      [],
    );
    await newChat();
  });

  it('are a chip of new chats from then on, with their tokens', async () => {
    const { panel } = parley;
    await panel.getByRole('button', { name: 'Attach', exact: true }).click();
    await chip().waitFor();
    assert.match(await chip().innerText(), /AGENTS\.md\s+~\d+/);
    await panel.getByText('Attach AGENTS.md').waitFor({ state: 'detached' });
    await parley.screenshot('instructions-attached');
    await panel.getByRole('button', { name: 'Send', exact: true, disabled: true }).waitFor();
  });

  it('are read when the first message is sent, and sent with that one only', async () => {
    await writeFile(join(folder, 'AGENTS.md'), 'Use tabs, second version.\n');
    await parley.say('First message');
    await parley.replyEnded();
    const [first = ''] = lastMessages();
    assert.match(
      first,
      /^First message\n\nAGENTS\.md.*\n\n```markdown\nUse tabs, second version\./,
    );
    await chip().waitFor({ state: 'detached' });
    await parley.say('Second message');
    await parley.replyEnded();
    assert.equal(lastMessages().at(-1), 'Second message');
    assert.match(lastMessages()[0] ?? '', /second version/);
  });

  it('can be removed from one chat, and are there in the next one', async () => {
    const { panel } = parley;
    await newChat();
    await chip().waitFor();
    await panel.getByRole('button', { name: 'Remove AGENTS.md' }).click();
    await chip().waitFor({ state: 'detached' });
    await parley.say('None here');
    await parley.replyEnded();
    assert.deepEqual(lastMessages(), ['None here']);
    await newChat();
    await chip().waitFor();
  });

  it('are remembered for the workspace, and can be left out of it by a command', async () => {
    const { page } = parley;
    await page.reload();
    await runPaletteCommand(page, 'Parley: Open');
    await chip().waitFor();
    await runPaletteCommand(page, 'Parley: Choose Instructions for New Chats…');
    const row = page.locator('.quick-input-widget .monaco-list-row', { hasText: 'AGENTS.md' });
    await row.locator('input[type=checkbox], .monaco-checkbox').first().click();
    await page.locator('.quick-input-widget').getByRole('button', { name: 'OK' }).click();
    await chip().waitFor({ state: 'detached' });
    await until('no question is left', async () => {
      const question = parley.panel.getByText('Attach AGENTS.md');
      return (await question.count()) === 0;
    });
  });
});
