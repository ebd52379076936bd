import * as vscode from 'vscode';
import { isSafeId } from '../shared/safeId.ts';
import { ConversationHistory } from './conversationHistory.ts';
import type { ConversationStore } from './conversationStore.ts';
import { createHistorySearch, type HistorySearch } from './historySearch.ts';
import { SearchShards } from './searchShards.ts';
import type { StoreFiles } from './storeFiles.ts';
import { untitled } from './untitled.ts';

/** The stored conversations as they are listed and searched. */
export interface HistorySource {
  readonly history: ConversationHistory;
  readonly search: HistorySearch;
}

/** The history of what `store` keeps in `folder`. Nothing is read or watched before it is asked for. */
export function createHistorySource(
  folder: vscode.Uri,
  files: StoreFiles,
  store: ConversationStore,
  onFailure: (error: unknown) => void,
): HistorySource & vscode.Disposable {
  let watcher: Promise<vscode.Disposable> | undefined;
  const history = new ConversationHistory({
    files,
    store,
    untitled: untitled(),
    onFailure,
    onFirstUse: () => {
      watcher = watch(folder, history);
      watcher.catch(onFailure);
    },
  });
  const here = vscode.workspace.name;
  const shards = new SearchShards(files);
  const search = createHistorySearch(history, { store, shards, here }, onFailure);
  return { history, search, dispose: () => void watcher?.then((one) => one.dispose(), onFailure) };
}

/** Other windows write here, too. A folder that is not there yet could only be polled for. */
async function watch(folder: vscode.Uri, history: ConversationHistory): Promise<vscode.Disposable> {
  await vscode.workspace.fs.createDirectory(folder);
  const watcher = vscode.workspace.createFileSystemWatcher(
    new vscode.RelativePattern(folder, '**'),
  );
  const touch = ({ path }: vscode.Uri): void => {
    const [id = ''] = path.slice(folder.path.length + 1).split('/');
    if (isSafeId(id)) {
      history.touch(id);
    }
  };
  watcher.onDidCreate(touch);
  watcher.onDidChange(touch);
  watcher.onDidDelete(touch);
  return watcher;
}
