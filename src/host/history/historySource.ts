import * as vscode from 'vscode';
import { untitled } from '../base/phrases.ts';
import type { ChatStore } from '../store/chatStore.ts';
import type { StoreFiles } from '../store/storeFiles.ts';
import { History } from './history.ts';
import { createHistorySearch, type HistorySearch } from './search/search.ts';
import { SearchShards } from './search/searchShards.ts';

/** The stored chats as a list and as a search. */
export interface HistorySource {
  readonly history: History;
  readonly search: HistorySearch;
}

/** The history of the chats in `store`, whose files are `files`. Nothing is read before the first call. */
export function createHistorySource(
  files: StoreFiles,
  store: ChatStore,
  onFailure: (error: unknown) => void,
): HistorySource {
  const history = new History({ files, store, untitled: untitled(), onFailure });
  const shards = new SearchShards(files);
  const services = { store, shards, here: vscode.workspace.name };
  return { history, search: createHistorySearch(history, services, onFailure) };
}
