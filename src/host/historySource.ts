import * as vscode from 'vscode';
import { ConversationHistory } from './conversationHistory.ts';
import type { ConversationStore } from './conversationStore.ts';
import { createHistorySearch, type HistorySearch } from './historySearch.ts';
import { SearchShards } from './searchShards.ts';
import type { StorePlace } from './storePlace.ts';
import { watchStore } from './storeWatch.ts';
import { untitled } from './untitled.ts';

/** The stored conversations as they are listed and searched. */
export interface HistorySource {
  readonly history: ConversationHistory;
  readonly search: HistorySearch;
}

/** The history of what `store` keeps at `place`. Nothing is read or watched before it is asked for. */
export function createHistorySource(
  place: StorePlace,
  store: ConversationStore,
  onFailure: (error: unknown) => void,
): HistorySource & vscode.Disposable {
  const { files } = place;
  let watcher: vscode.Disposable | undefined;
  const history = new ConversationHistory({
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
