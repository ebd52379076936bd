import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { createLastShownChat } from '../../../src/host/panel/lastShownChat.ts';
import { until } from '../../support/until.ts';
import { activated } from '../activated.ts';

const silent = { warn: (message: string) => assert.fail(message) };
const workspace = vscode.Uri.parse('vscode-remote://host/home/me/project');

/** The storage of an extension host, of which the workspace's may be another one each time. */
type Storage = Parameters<typeof createLastShownChat>[0];

/** Calls `test` with storage of its own in which nothing is stored, but `stateId` in the workspace state. */
async function withStorage(
  stateId: unknown,
  test: (storage: Storage & { readonly storageUri: vscode.Uri }) => Promise<void>,
): Promise<void> {
  const { context } = await activated();
  const root = vscode.Uri.joinPath(context.globalStorageUri, 'shown');
  const own = {
    globalStorageUri: vscode.Uri.joinPath(root, 'global'),
    storageUri: vscode.Uri.joinPath(root, 'workspace'),
    workspaceState: { ...context.workspaceState, get: () => stateId },
  };
  try {
    await test(own);
  } finally {
    await vscode.workspace.fs.delete(root, { recursive: true });
  }
}

const write = async (file: vscode.Uri, text: string) =>
  vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));

describe('the chat that is shown', () => {
  it('is noted in a file at once, the last one last', async () => {
    await withStorage(undefined, async (storage) => {
      const shown = createLastShownChat(storage, silent, workspace);
      assert.equal(await shown.read(), undefined);
      for (const id of ['one', undefined, 'two', 'two']) {
        shown.write(id);
      }
      const next = createLastShownChat(storage, silent, workspace);
      await until('it is on disk', async () => (await next.read()) === 'two');
      shown.write(undefined);
      await until('none is', async () => (await next.read()) === undefined);
    });
  });

  it('is found where the storage of the workspace is locked and another one is given', async () => {
    await withStorage('old', async (storage) => {
      createLastShownChat(storage, silent, workspace).write('one');
      const { path } = storage.storageUri;
      const storageUri = storage.storageUri.with({ path: `${path}-1` });
      await write(vscode.Uri.joinPath(storageUri, 'shownChat.json'), '{"id": "of-an-earlier-one"}');
      const after = createLastShownChat({ ...storage, storageUri }, silent, workspace);
      await until('it is there', async () => (await after.read()) === 'one');
      const other = vscode.Uri.joinPath(workspace, 'other');
      assert.equal(
        await createLastShownChat({ ...storage, storageUri: undefined }, silent, other).read(),
        'old',
        'each workspace has its own',
      );
    });
  });

  it('is read from where earlier versions noted it', async () => {
    await withStorage('oldest', async (storage) => {
      const read = async () => createLastShownChat(storage, silent, workspace).read();
      assert.equal(await read(), 'oldest');
      await write(vscode.Uri.joinPath(storage.storageUri, 'shownChat.json'), '{"id": "older"}');
      assert.equal(await read(), 'older');
    });
  });

  it('is noted once that works, where it does not at first', async () => {
    await withStorage(undefined, async (storage) => {
      const { globalStorageUri } = storage;
      await write(globalStorageUri, 'This is not a folder.');
      const said: string[] = [];
      const log = { warn: (message: string) => void said.push(message) };
      createLastShownChat(storage, log, workspace).write('one');
      await until('it is said', () => said.length === 1);
      await vscode.workspace.fs.delete(globalStorageUri);
      const next = createLastShownChat(storage, silent, workspace);
      await until('it is on disk', async () => (await next.read()) === 'one');
    });
  });

  it('is none where the file names no conversation', async () => {
    await withStorage(undefined, async (storage) => {
      for (const text of ['{"id": "../secrets"}', '{"id": 7}', '{', '[]']) {
        await write(vscode.Uri.joinPath(storage.storageUri, 'shownChat.json'), text);
        const shown = createLastShownChat(storage, silent, workspace);
        assert.equal(await shown.read(), undefined, text);
      }
    });
  });
});
