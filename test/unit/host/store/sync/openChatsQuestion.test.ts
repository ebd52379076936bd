import assert from 'node:assert/strict';
import { mock } from 'node:test';
import {
  answerOpenChats,
  askForOpenChats,
} from '../../../../../src/host/store/sync/openChatsQuestion.ts';
import { promisesSettled } from '../../../../support/holdClock.ts';
import { createMemoryFiles } from '../../../../support/store/memoryFiles.ts';

describe('the question which chats are open', () => {
  beforeEach(() =>
    mock.timers.enable({ apis: ['setInterval', 'setTimeout', 'Date'], now: 1_000_000 }),
  );
  afterEach(() => mock.timers.reset());

  const pass = async (seconds: number): Promise<void> => {
    for (let second = 0; second < seconds; second += 1) {
      mock.timers.tick(1000);
      await promisesSettled();
    }
  };

  it('is answered by every window that is alive, and leaves no file', async () => {
    const files = createMemoryFiles();
    const open: Record<string, string[]> = {
      here: ['a'],
      there: ['b', 'c'],
      dead: ['d'],
      none: [],
    };
    const windows = Object.entries(open).map(
      ([name, ids]) => [name, answerOpenChats(files, () => ids)] as const,
    );
    await pass(2);
    windows.find(([name]) => name === 'dead')?.[1].dispose();
    const asked = askForOpenChats(files);
    await pass(6);
    assert.deepEqual([...(await asked)].filter((id) => id !== '.asked').toSorted(), [
      'a',
      'b',
      'c',
    ]);
    assert.deepEqual([...files.content.keys()], []);

    // Each question is answered by what is open then.
    open['here']?.push('e');
    const again = askForOpenChats(files);
    const other = askForOpenChats(files);
    await pass(6);
    assert.deepEqual([(await again).has('e'), (await other).has('e')], [true, true]);
    windows.forEach(([, window]) => window.dispose());
  });

  it('is answered after a failure to answer, and fails where it cannot be asked', async () => {
    const files = createMemoryFiles();
    const window = answerOpenChats(files, () => ['a']);
    const asked = askForOpenChats(files);
    await promisesSettled();
    files.beforeChange = () => {
      throw new Error('locked');
    };
    await pass(2);
    await assert.rejects(askForOpenChats(files), /locked/);
    files.beforeChange = () => {};
    await pass(4);
    assert.ok((await asked).has('a'));
    window.dispose();
  });

  it('is taken away by the next one where the window that asked has died', async () => {
    const files = createMemoryFiles();
    await files.write('.asked/left', new Uint8Array());
    await files.write('.asked/left.a', new Uint8Array());
    mock.timers.setTime(10_000_000);
    const asked = askForOpenChats(files);
    await pass(6);
    await asked;
    assert.deepEqual([...files.content.keys()], []);
  });
});
