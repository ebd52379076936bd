import { projectFolder } from '../../../launch/projectFolders.ts';
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { build } from 'esbuild';
import { createChatStore } from '../../../../src/host/store/chatStore.ts';
import { createNodeFiles } from '../../../support/nodeFiles.ts';
import { random } from '../../../support/random.ts';

const kills = 1000;
const atOnce = 4;

/** What may be lost of a running reply, in milliseconds. */
const mostLostMs = 1000;

describe('the store and processes that are killed', function () {
  this.timeout(300_000);
  let folder: string;
  let writer: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'parley-store-'));
    writer = join(folder, 'writer.mjs');
    const support = join(projectFolder, 'test', 'support');
    await build({
      entryPoints: [join(support, 'storeWriter.ts')],
      alias: { vscode: join(support, 'vscodeStandIn.ts') },
      outfile: writer,
      bundle: true,
      platform: 'node',
      format: 'esm',
    });
  });
  after(async () => rm(folder, { recursive: true, force: true }));

  function start(root: string, task: string, name = ''): ChildProcess {
    const stdio = ['ignore', 'pipe', 'inherit'] as const;
    return spawn(process.execPath, [writer, root, task, name], { stdio: [...stdio] });
  }

  /**
   * Kills a writer `afterMs` after its first word and checks what it leaves; gives how much it had told, and
   * how much of that is of a running reply and older than what may be lost.
   */
  async function killAfter(root: string, afterMs: number) {
    const child = start(root, 'stream');
    let told = '';
    child.stdout?.setEncoding('utf8').on('data', (text: string) => (told += text));
    assert.ok(child.stdout);
    await once(child.stdout, 'data');
    await delay(afterMs);
    const killedAt = Date.now();
    child.kill('SIGKILL');
    await once(child, 'close');
    const words = told
      .slice(0, told.lastIndexOf('\n'))
      .split('\n')
      .map((line) => line.split(' '));
    const stored = await createChatStore(createNodeFiles(root)).load('c');
    assert.deepEqual([stored?.setAside ?? [], stored?.unreadable ?? []], [[], []]);
    let old = 0;
    for (const [what, turnId, length, at] of words) {
      const reply = stored?.conversation.turns.find(({ id }) => id === turnId)?.reply;
      if (what === 'ended') {
        assert.deepEqual([reply?.status, reply?.text.length], ['completed', Number(length)]);
      } else if (Number(at) < killedAt - mostLostMs) {
        assert.ok((reply?.text.length ?? 0) >= Number(length), `${turnId} has lost text`);
        old += reply?.status === 'completed' ? 0 : 1;
      } else {
        assert.equal(what, 'text');
      }
    }
    return { told: words.length, old };
  }

  it('leaves no file that cannot be read, and loses no ended turn and at most a second', async () => {
    const seed = Date.now();
    const next = random(seed);
    const delays = Array.from({ length: kills }, (_, index) =>
      // Some live long enough to have text that is older than what may be lost.
      index % 50 === 0 ? 1100 + next() * 500 : next() * 80,
    );
    let [told, old, killed] = [0, 0, 0];
    const work = async (): Promise<void> => {
      for (let afterMs = delays.pop(); afterMs !== undefined; afterMs = delays.pop()) {
        const root = await mkdtemp(join(folder, 'killed-'));
        const seen = await killAfter(root, afterMs);
        told += seen.told;
        old += seen.old;
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
    assert.ok(old > 0, 'some have lived long enough for a reply to be saved while it runs');
  });

  it('has every turn of five processes that write at once', async () => {
    const root = await mkdtemp(join(folder, 'shared-'));
    const children = ['a', 'b', 'c', 'd', 'e'].map((name) => start(root, 'share', name));
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
    assert.equal(turns?.length, 1000);
    assert.ok(turns.every(({ id, reply }) => reply.status === 'completed' && reply.text === id));
    assert.equal(all.filter(({ conversation }) => conversation.turns.length === 1).length, 100);
  });
});
