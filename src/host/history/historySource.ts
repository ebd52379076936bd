import * as vscode from 'vscode';
import { History } from './history.ts';
import type { ChatStore } from '../store/chatStore.ts';
import { createHistorySearch, type HistorySearch } from './search/search.ts';
import { SearchShards } from './search/searchShards.ts';
import type { StorePlace } from '../store/storeFolder.ts';
import { watchStore } from './historyChanges.ts';
import { untitled } from '../base/phrases.ts';

/** The stored conversations as they are listed and searched. */
export interface HistorySource {
  readonly history: History;
  readonly search: HistorySearch;
}

/** The history of what `store` keeps at `place`. Nothing is read or watched before it is asked for. */
export function createHistorySource(
  place: StorePlace,
  store: ChatStore,
  onFailure: (error: unknown) => void,
): HistorySource & vscode.Disposable {
  const { files } = place;
  let watcher: vscode.Disposable | undefined;
  const history = new History({
    files,
    store,
    untitled: untitled(),
    onFailure,
    onFirstUse: () => {
      // Other windows write there, too.
      watcher = watchStore(place, (id) => history.touch(id), onFailure);
    },
  });
  const here = vscode.workspace.name;
  const shards = new SearchShards(files);
  const search = createHistorySearch(history, { store, shards, here }, onFailure);
  return { history, search, dispose: () => watcher?.dispose() };
}
