import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createLastShownChat } from '../../../src/host/panel/sideBar.ts';
import { until } from '../../support/until.ts';
import { activated } from '../activated.ts';

const silent = { warn: (message: string) => assert.fail(message) };

/** A context with storage of its own, and what the workspace state says. */
async function withStorage(
  stateId: unknown,
  test: (context: vscode.ExtensionContext, file: vscode.Uri) => Promise<void>,
): Promise<void> {
  const { context } = await activated();
  const storageUri = vscode.Uri.joinPath(context.globalStorageUri, 'shown');
  const workspaceState = { get: () => stateId };
  const own = { storageUri, workspaceState } as unknown as vscode.ExtensionContext;
  try {
    await vscode.workspace.fs.createDirectory(storageUri);
    await test(own, vscode.Uri.joinPath(storageUri, 'shownChat.json'));
  } finally {
    await vscode.workspace.fs.delete(storageUri, { recursive: true });
  }
}

describe('the chat that is shown', () => {
  it('is noted in a file at once, the last one last', async () => {
    await withStorage('old', async (context) => {
      const shown = createLastShownChat(context, silent);
      assert.equal(await shown.read(), 'old', 'what the state says, where there is no file yet');
      for (const id of ['one', undefined, 'two', 'two']) {
        shown.write(id);
      }
      const next = createLastShownChat(context, silent);
      await until('it is on disk', async () => (await next.read()) === 'two');
      shown.write(undefined);
      await until('none is', async () => (await next.read()) === undefined);
    });
  });

  it('is none where the file names no conversation', async () => {
    await withStorage(undefined, async (context, file) => {
      for (const text of ['{"id": "../secrets"}', '{"id": 7}', '{', '[]']) {
        await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
        assert.equal(await createLastShownChat(context, silent).read(), undefined, text);
      }
    });
  });
});
