import assert from 'node:assert/strict';
import { readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { createDemoService } from '../../../../src/demo/service.ts';
import { createChatStore } from '../../../../src/host/store/chatStore.ts';
import { createNodeFiles } from '../../../support/store/nodeFiles.ts';
import { random } from '../../../support/random.ts';
import { seed } from '../../../support/seed.ts';
import { until } from '../../../support/until.ts';
import { canaryKey } from '../../../e2e/support/canary.ts';
import { createPacedReplies } from '../../../e2e/support/pacedReplies.ts';
import { withParley } from '../../../e2e/support/parleySuite.ts';
import type { ParleyWindow } from '../../../e2e/support/parleyWindow.ts';

const rounds = 10;

describe('an extension host that is killed while a reply is streamed and saved', function () {
  // Ends a run that hangs.
  this.timeout(900_000);
  let parley: ParleyWindow;
  withParley((opened) => ({ parley } = opened), {
    demo: createPacedReplies(createDemoService({ apiKey: canaryKey, delayMs: 0 })),
  });
  before(function () {
    if (parley.extensionHosts === undefined) {
      // Only Linux, with VS Code's server, tells which process runs the extensions.
      this.skip();
    }
  });

  const storeFolder = () =>
    join(parley.dataFolder, 'data/User/globalStorage/parley-chat.parley/conversations');
  const openStore = () => createChatStore(createNodeFiles(storeFolder()));

  /** How many words of the reply to this message are on disk, as far as its file can be read now. */
  async function writtenWords(message: string): Promise<number> {
    const store = openStore();
    for (const id of await store.list()) {
      const stored = await store.load(id);
      const turn = stored?.conversation.turns.find(({ user }) => user.text === message);
      if (turn !== undefined) {
        return wordsOf(turn.reply.text);
      }
    }
    return 0;
  }

  const wordsOf = (text: string): number => text.split(' ').filter((word) => word !== '').length;

  /** Kills so many milliseconds after words are on disk; gives how many were there before. */
  async function killAfter(afterMs: number, message: string): Promise<number> {
    const words = await until('words are on disk', async () => {
      const count = await writtenWords(message);
      return count > 0 && count;
    });
    await delay(afterMs);
    await kill();
    return words;
  }

  async function kill(): Promise<void> {
    const pids = (await parley.extensionHosts?.()) ?? [];
    assert.notEqual(pids.length, 0);
    pids.forEach((pid) => process.kill(pid, 'SIGKILL'));
  }

  /** Locks the storage of the workspace, as an extension host does that lives on for a while. */
  async function lockWorkspaceStorage(): Promise<void> {
    const folder = join(parley.dataFolder, 'data/User/workspaceStorage');
    const lock = JSON.stringify({ pid: process.pid, willReleaseAt: 0 });
    const names = await readdir(folder);
    assert.notEqual(names.length, 0);
    await Promise.all(
      names.map(async (name) => writeFile(join(folder, name, 'vscode.lock'), lock)),
    );
  }

  /** All that is stored, of which every file can be read. */
  async function stored() {
    const store = openStore();
    const all = await Promise.all((await store.list()).map(async (id) => store.load(id)));
    assert.deepEqual(
      all.flatMap((one) => [...(one?.setAside ?? []), ...(one?.unreadable ?? [])]),
      [],
    );
    return all.flatMap((one) => one?.conversation.turns ?? []);
  }

  it('leaves every file readable, every ended turn, and what was written of the reply', async () => {
    const next = random(seed);
    for (let round = 0; round < rounds; round += 1) {
      const { panel } = parley;
      await parley.say(`Question ${round}`);
      await parley.replyEnded();
      await parley.say(`Endlessly ${round}`);
      const words = await killAfter(next() * 1500, `Endlessly ${round}`);
      await parley.reload();
      const cut = panel.locator('article.reply').last();
      await cut.getByText('was still running when the window closed').waitFor();
      await cut.getByRole('button', { name: 'Continue' }).waitFor();

      const turns = await stored();
      const ended = turns.filter(({ reply }) => reply.status === 'completed');
      const texts = new Set(ended.map(({ reply }) => reply.text));
      for (let before = 0; before <= round; before += 1) {
        assert.ok(texts.has(`Question ${before}`), `Question ${before} is lost`);
        const text = turns.find(({ user }) => user.text === `Endlessly ${before}`)?.reply.text;
        assert.ok(text?.startsWith('word1 word2 '), `Endlessly ${before} is lost`);
      }
      const reply = turns.find(({ user }) => user.text === `Endlessly ${round}`)?.reply;
      const kept = wordsOf(reply?.text ?? '');
      assert.ok(kept >= words, `${words} words were written, ${kept} are kept`);
      await parley.enterCanaryKey();
      await parley.newChat();
    }
  });

  it('has its chat shown again although it still holds the storage of the workspace', async () => {
    await parley.say('Still here?');
    await parley.replyEnded();
    // The end is shown at once, and written a few milliseconds later.
    await until('the reply is on disk', async () =>
      (await stored()).some(
        ({ user, reply }) => user.text === 'Still here?' && reply.status === 'completed',
      ),
    );
    await kill();
    await lockWorkspaceStorage();
    await parley.reload();
    await parley.panel.locator('article.reply', { hasText: 'Still here?' }).waitFor();
    await parley.enterCanaryKey();
  });

  it('has the panel say after a reload that its chat cannot be read', async () => {
    const { panel } = parley;
    const store = openStore();
    const all = await Promise.all((await store.list()).map(async (id) => store.load(id)));
    const shown = all.find((one) =>
      one?.conversation.turns.some(({ user }) => user.text === 'Still here?'),
    );
    const turns = join(storeFolder(), shown?.conversation.id ?? assert.fail(), 'turns');
    await rename(turns, `${turns}-away`);
    await writeFile(turns, 'This is not a folder.');
    await parley.reload();
    await panel.getByText('The chat that was shown here could not be read').waitFor();
    await parley.screenshot('unreadable-chat');
    await rm(turns);
    await rename(`${turns}-away`, turns);
    await parley.reload();
    await panel.locator('article.reply', { hasText: 'Still here?' }).waitFor();
    assert.equal(await panel.getByText('could not be read').count(), 0);
    await parley.enterCanaryKey();
  });
});
