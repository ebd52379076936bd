import type * as vscode from 'vscode';
import { isString } from '../shared/guards.ts';

const lastKey = 'parley.storageFolder';

/** Where it is noted. */
export type FolderMemory = Pick<vscode.Memento, 'get' | 'update'>;

/** Where the chats were when all was well; nothing stands for Parley's own folder. */
export function lastFolder(state: FolderMemory): string | undefined {
  const stored: unknown = state.get(lastKey);
  return isString(stored) && stored !== '' ? stored : undefined;
}

/** Notes that all is well with the chats there. */
export async function rememberFolder(
  state: FolderMemory,
  chosen: string | undefined,
): Promise<void> {
  await state.update(lastKey, chosen ?? '');
}
