import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { ChatSummary } from '../../../src/host/history/chatSummary.ts';
import { createRemovals, undoMs } from '../../../src/host/history/removals.ts';
import { type HeldClock, holdClock, promisesSettled } from '../../support/holdClock.ts';

const summary = (id: string): ChatSummary => ({ id, title: `Chat ${id}` }) as ChatSummary;

describe('the offer to bring back deleted chats', () => {
  const { window } = vscode;
  const { showInformationMessage, showErrorMessage } = window;
  let clock: HeldClock;
  let done: string[] = [];
  let errors: string[] = [];
  let answer: (button: string | undefined) => void;
  beforeEach(() => {
    [done, errors] = [[], []];
    const { promise, resolve } = Promise.withResolvers<string | undefined>();
    answer = resolve;
    Object.assign(window, {
      showInformationMessage: async () => promise,
      showErrorMessage: async (words: string) => errors.push(words),
    });
    clock = holdClock();
  });
  afterEach(() => {
    clock.release();
    Object.assign(window, { showInformationMessage, showErrorMessage });
  });

  const offer = () => {
    const note = (what: string) => async (id?: string) => void done.push(`${what} ${id}`);
    const store = { restore: note('restore'), purge: note('purge') };
    const removals = createRemovals(store, { touch: (id) => done.push(`touch ${id}`) });
    const offered = removals.offerUndo([summary('a'), summary('b')], 'Deleted.');
    return { removals, offered };
  };

  it('brings them back with Undo', async () => {
    const { removals, offered } = offer();
    answer('Undo');
    await offered;
    await removals.end();
    clock.pass(undoMs);
    await promisesSettled();
    assert.deepEqual(done, ['restore a', 'touch a', 'restore b', 'touch b']);
  });

  it('deletes them for good when it is closed', async () => {
    const { offered } = offer();
    answer(undefined);
    await offered;
    assert.deepEqual(done, ['purge a', 'purge b']);
  });

  it('deletes them for good when the window ends', async () => {
    const { removals } = offer();
    await removals.end();
    assert.deepEqual(done, ['purge a', 'purge b']);
  });

  it('deletes them for good after an hour, and says so to whoever presses Undo then', async () => {
    const { offered } = offer();
    clock.pass(undoMs - 1);
    await promisesSettled();
    assert.deepEqual(done, []);
    clock.pass(1);
    await promisesSettled();
    assert.deepEqual(done, ['purge a', 'purge b']);
    answer('Undo');
    await offered;
    assert.equal(errors.length, 2);
    assert.match(errors[0] ?? '', /Chat a: It was deleted for good/);
    assert.deepEqual(done, ['purge a', 'purge b']);
  });
});
