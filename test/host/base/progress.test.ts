import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { withProgress } from '../../../src/host/base/inputs/progress.ts';

describe('withProgress', () => {
  const reported: unknown[] = [];
  let cancel: vscode.CancellationTokenSource;
  const { withProgress: original } = vscode.window;
  beforeEach(() => {
    reported.length = 0;
    cancel = new vscode.CancellationTokenSource();
    Object.assign(vscode.window, {
      withProgress: async (
        _options: unknown,
        task: (progress: unknown, token: vscode.CancellationToken) => Promise<unknown>,
      ) => task({ report: (step: unknown) => reported.push(step) }, cancel.token),
    });
  });
  afterEach(() => {
    Object.assign(vscode.window, { withProgress: original });
    cancel.dispose();
  });

  it('gives what the work gives, and shows what it reports', async () => {
    const result = await withProgress('Working', async ({ report, signal }) => {
      report('1/2', 50);
      report('done');
      return signal.aborted ? 'cancelled' : 'whole';
    });
    assert.equal(result, 'whole');
    assert.deepEqual(reported, [
      { message: '1/2', increment: 50 },
      { message: 'done', increment: undefined },
    ]);
  });

  it('gives nothing where the user cancels the work, or what the work gives all the same', async () => {
    const stopped = await withProgress('Working', async ({ signal }) => {
      cancel.cancel();
      signal.throwIfAborted();
      return 'whole';
    });
    assert.equal(stopped, undefined);
    const part = await withProgress('Working', async ({ signal }) => signal.aborted || 'part');
    assert.equal(part, 'part');
  });

  it('throws what the work throws', async () => {
    const failing = withProgress('Working', async () => Promise.reject(new Error('disk full')));
    await assert.rejects(failing, /disk full/);
  });
});
