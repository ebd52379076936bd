import assert from 'node:assert/strict';
import { join } from 'node:path';
import { createDemoService } from '../../src/demo/service.ts';
import { createChatStore } from '../../src/host/store/chatStore.ts';
import { runPaletteCommand } from '../launch/openWorkbench.ts';
import { createNodeFiles } from '../support/nodeFiles.ts';
import { random } from '../support/random.ts';
import { until } from '../support/until.ts';
import { canaryKey } from './canary.ts';
import { createPacedReplies } from './pacedReplies.ts';
import { withParley } from './parleySuite.ts';
import type { ParleyWindow } from './parleyWindow.ts';

const rounds = 5;

/** What may be lost of a running reply, in milliseconds. */
const mostLostMs = 1000;

describe('an extension host that is killed while a reply is streamed and saved', function () {
  this.timeout(240_000);
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

  /** The number of the last word that the panel shows of the running reply. */
  async function shownWords(): Promise<number> {
    const text = await parley.panel.locator('article.reply').last().innerText();
    return Number(/.*\bword(\d+) /s.exec(text)?.[1] ?? 0);
  }

  /** Kills after so many milliseconds; gives how many words were shown at least a second before. */
  async function killAfter(afterMs: number): Promise<number> {
    const samples: { readonly at: number; readonly words: number }[] = [];
    const start = Date.now();
    while (Date.now() - start < afterMs) {
      const words = await shownWords();
      samples.push({ at: Date.now(), words });
    }
    const pids = (await parley.extensionHosts?.()) ?? [];
    assert.notEqual(pids.length, 0);
    const killedAt = Date.now();
    pids.forEach((pid) => process.kill(pid, 'SIGKILL'));
    return samples.findLast(({ at }) => at <= killedAt - mostLostMs)?.words ?? 0;
  }

  /** All that is stored, of which every file can be read. */
  async function stored() {
    const storage = ['data', 'User', 'globalStorage', 'parley-chat.parley', 'conversations'];
    const store = createChatStore(createNodeFiles(join(parley.dataFolder, ...storage)));
    const all = await Promise.all((await store.list()).map(async (id) => store.load(id)));
    assert.deepEqual(
      all.flatMap((one) => [...(one?.setAside ?? []), ...(one?.unreadable ?? [])]),
      [],
    );
    return all.flatMap((one) => one?.conversation.turns ?? []);
  }

  it('leaves every file readable, every ended turn, and the reply but for its last second', async () => {
    const seed = Date.now();
    const next = random(seed);
    let known = 0;
    try {
      for (let round = 0; round < rounds; round += 1) {
        const { panel } = parley;
        await parley.say(`Question ${round}`);
        await parley.replyEnded();
        await parley.say(`Endlessly ${round}`);
        await until('words are shown', async () => (await shownWords()) > 0);
        const words = await killAfter(next() * 1500 + (round % 2) * 1000);
        known += words;
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
        const kept = reply?.text.trim().split(' ').length ?? 0;
        assert.ok(kept >= words, `${words} words were there a second before, ${kept} are kept`);
        await parley.enterCanaryKey();
        await runPaletteCommand(parley.page, 'Parley: New Chat');
        await panel.locator('article').first().waitFor({ state: 'detached' });
      }
    } catch (error) {
      throw new Error(`With the seed ${seed}`, { cause: error });
    }
    assert.ok(known > 0, 'some have lived for longer than a second');
  });
});
