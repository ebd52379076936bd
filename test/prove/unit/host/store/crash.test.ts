import { projectFolder } from '../../../../launch/projectFolders.ts';
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { build } from 'esbuild';
import { createChatStore } from '../../../../../src/host/store/chatStore.ts';
import { createNodeFiles } from '../../../../support/store/nodeFiles.ts';
import { random } from '../../../../support/random.ts';
import { until } from '../../../../support/until.ts';
import { seed } from '../../../../support/seed.ts';
import { quantity } from '../../../../support/quantity.ts';

const kills = quantity({ slice: 6, whole: 1000 });

/** How many turns each of five processes writes. */
const share = quantity({ slice: 20, whole: 200 });
const atOnce = 4;

describe('the store and processes that are killed', function () {
  // Ends a run that hangs.
  this.timeout(900_000);
  let folder: string;
  let writer: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-store-'));
    writer = join(folder, 'writer.mjs');
    const support = join(projectFolder, 'test', 'support');
    await build({
      entryPoints: [join(support, 'store', 'storeWriter.ts')],
      alias: {
        vscode: join(support, 'vscodeStandIn.ts'),
        // The build for Node loads modules in a way that a bundle as a module cannot.
        '@vscode/l10n': join(projectFolder, 'node_modules/@vscode/l10n/dist/browser.js'),
      },
      outfile: writer,
      bundle: true,
      platform: 'node',
      format: 'esm',
    });
  });
  after(async () => rm(folder, { recursive: true, force: true }));

  function start(root: string, ...task: readonly string[]): ChildProcess {
    const stdio = ['ignore', 'pipe', 'inherit'] as const;
    return spawn(process.execPath, [writer, root, ...task], { stdio: [...stdio] });
  }

  /**
   * Kills a writer at some moment after its first word, or after some text of a running reply is on disk,
   * and checks what it leaves; gives how much it had told, and how often text of a running reply was kept.
   */
  async function killAfter(root: string, afterMs: number, isReplyKept: boolean) {
    const child = start(root, 'stream');
    let told = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (told += text));
    assert.ok(child.stdout);
    await once(child.stdout, 'data');
    if (isReplyKept) {
      await until('text of a running reply is on disk', () => /^kept t4 [1-9]/m.test(told));
    }
    await delay(afterMs);
    child.kill('SIGKILL');
    await once(child, 'close');
    const words = told
      .slice(0, told.lastIndexOf('\n'))
      .split('\n')
      .map((line) => line.split(' '));
    const stored = await createChatStore(createNodeFiles(root)).load('c');
    assert.deepEqual([stored?.setAside ?? [], stored?.unreadable ?? []], [[], []]);
    let kept = 0;
    for (const [what, turnId, length] of words) {
      const reply = stored?.conversation.turns.find(({ id }) => id === turnId)?.reply;
      if (what === 'ended') {
        assert.deepEqual([reply?.status, reply?.text.length], ['completed', Number(length)]);
      } else if (what === 'kept') {
        assert.ok((reply?.text.length ?? -1) >= Number(length), `${turnId} has lost text`);
        kept += reply?.status === 'completed' || length === '0' ? 0 : 1;
      } else {
        assert.equal(what, 'text');
      }
    }
    return { told: words.length, kept };
  }

  it('leaves no file that cannot be read, and loses nothing that was written', async () => {
    const next = random(seed);
    const delays = Array.from({ length: kills }, () => next() * 80);
    let [told, kept, killed] = [0, 0, 0];
    const work = async (): Promise<void> => {
      for (let afterMs = delays.pop(); afterMs !== undefined; afterMs = delays.pop()) {
        const root = await mkdtemp(join(folder, 'killed-'));
        // Some live long enough for a reply to be saved while it runs.
        const seen = await killAfter(root, afterMs, delays.length % 50 === 0);
        told += seen.told;
        kept += seen.kept;
        killed += 1;
        await rm(root, { recursive: true, force: true });
      }
    };
    try {
      await Promise.all(Array.from({ length: atOnce }, work));
    } catch (error) {
      throw new Error(`With the seed ${seed}`, { cause: error });
    }
    assert.equal(killed, kills);
    assert.ok(told > kills, 'the writers have written');
    assert.ok(kept > 0, 'text of a running reply was kept');
  });

  it('has every turn of five processes that write at once', async () => {
    const root = await mkdtemp(join(folder, 'shared-'));
    const children = ['a', 'b', 'c', 'd', 'e'].map((name) =>
      start(root, 'share', name, String(share)),
    );
    const codes = await Promise.all(children.map(async (child) => once(child, 'close')));
    assert.deepEqual(
      codes.map(([code]) => code as unknown),
      [0, 0, 0, 0, 0],
    );
    const store = createChatStore(createNodeFiles(root));
    const all = (await Promise.all((await store.list()).map(async (id) => store.load(id)))).flatMap(
      (stored) => stored ?? [],
    );
    assert.deepEqual(
      all.flatMap(({ setAside, unreadable }) => [...setAside, ...unreadable]),
      [],
    );
    const turns = all.find(({ conversation }) => conversation.id === 'shared')?.conversation.turns;
    assert.equal(turns?.length, 5 * share);
    assert.ok(turns.every(({ id, reply }) => reply.status === 'completed' && reply.text === id));
    assert.equal(
      all.filter(({ conversation }) => conversation.turns.length === 1).length,
      share / 2,
    );
  });
});
