import assert from 'node:assert/strict';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runPaletteCommand } from '../../launch/vscode/openWorkbench.ts';
import { until } from '../../support/until.ts';
import type { CanaryService } from '../support/canary.ts';
import { lastMessages } from '../support/lastMessages.ts';
import { withParley } from '../support/parleySuite.ts';
import type { ParleyWindow } from '../support/parleyWindow.ts';

describe('instructions of a workspace', () => {
  let service: CanaryService;
  let parley: ParleyWindow;
  withParley((opened) => ({ service, parley } = opened), {
    files: { 'AGENTS.md': 'Use tabs, first version.\n' },
  });

  const chip = () => parley.panel.locator('.attachments .chip', { hasText: 'AGENTS.md' });

  it('are offered, and not sent before the user has said yes', async () => {
    const { panel } = parley;
    await panel.getByText('Attach AGENTS.md to new chats in this workspace?').waitFor();
    await parley.screenshot('instructions-offered');
    assert.equal(await chip().count(), 0);
    await parley.say('Without them');
    await parley.replyEnded();
    assert.deepEqual(
      lastMessages(service).filter((content) => content.includes('first version')),
      [],
    );
    await parley.newChat();
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
    await writeFile(join(parley.workspaceFolder, 'AGENTS.md'), 'Use tabs, second version.\n');
    await parley.say('First message');
    await parley.replyEnded();
    const [first = ''] = lastMessages(service);
    assert.match(
      first,
      /^First message\n\nAGENTS\.md.*\n\n```markdown\nUse tabs, second version\./,
    );
    await chip().waitFor({ state: 'detached' });
    await parley.say('Second message');
    await parley.replyEnded();
    assert.equal(lastMessages(service).at(-1), 'Second message');
    assert.match(lastMessages(service)[0] ?? '', /second version/);
  });

  it('can be removed from one chat, and are there in the next one', async () => {
    const { panel } = parley;
    await parley.newChat();
    await chip().waitFor();
    await panel.getByRole('button', { name: 'Remove AGENTS.md' }).click();
    await chip().waitFor({ state: 'detached' });
    await parley.say('None here');
    await parley.replyEnded();
    assert.deepEqual(lastMessages(service), ['None here']);
    await parley.newChat();
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
