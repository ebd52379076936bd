import * as vscode from 'vscode';
import { untitled } from '../../base/phrases.ts';
import type { Redactor } from '../../base/redactor.ts';
import type { ChatStore } from '../../store/chatStore.ts';
import type { StoreFiles } from '../../store/storeFiles.ts';
import { History } from '../history.ts';
import { createHistorySearch, type HistorySearch } from './historySearch.ts';
import { SearchShards } from './searchShards.ts';
import { createTitleMask } from '../titleMask.ts';

/** The stored chats as a list and as a search. */
export interface HistorySource {
  readonly history: History;
  readonly search: HistorySearch;
}

/** What the lists are made with. */
interface HistorySourceOptions {
  /** Masks titles, and the lines in which a search finds something. */
  readonly redactor: Redactor;
  /** Called when a chat cannot be read or a file of the lists cannot be written. */
  readonly onFailure: (error: unknown) => void;
}

/** The history of the chats in `store`, whose files are `files`. Nothing is read before the first call. */
export function createHistorySource(
  files: StoreFiles,
  store: ChatStore,
  { redactor, onFailure }: HistorySourceOptions,
): HistorySource {
  const maskTitles = createTitleMask(redactor);
  const history = new History({ files, store, untitled: untitled(), maskTitles, onFailure });
  const shards = new SearchShards(files);
  const { redact } = redactor;
  const services = { store, shards, redact, here: vscode.workspace.name };
  return { history, search: createHistorySearch(history, services, onFailure) };
}
