import type * as vscode from 'vscode';
import { isRecord, isString } from '../shared/guards.ts';
import { readJson, writeJson } from './jsonFile.ts';
import type { Log } from './log.ts';
import { messageOf } from './messageOf.ts';
import { isSafeId } from '../shared/safeId.ts';
import { createWorkspaceFiles } from './workspaceFiles.ts';

/** Which chat the side bar of this workspace shows. */
export interface ShownChat {
  /** The id of the one that was shown last, if there is one. */
  read(): Promise<string | undefined>;
  /** Notes which one is shown; nothing stands for a new one. */
  write(id: string | undefined): void;
}

const stateKey = 'parley.conversation';
const path = 'shownChat.json';

/**
 * Kept in a file of the workspace's own storage, as chats are: the workspace state is written late,
 * and a window that is reloaded at once would lose it. A window without a workspace has no such
 * storage and keeps it in that state.
 */
export function createShownChat(
  { storageUri, workspaceState }: vscode.ExtensionContext,
  log: Pick<Log, 'warn'>,
): ShownChat {
  const files = storageUri && createWorkspaceFiles(storageUri);
  let written: string | undefined | false = false;
  let writing = Promise.resolve();
  const write = async (id: string | undefined): Promise<void> => {
    try {
      await (files ? writeJson(files, path, { id }) : workspaceState.update(stateKey, id));
    } catch (error) {
      log.warn(`The shown chat could not be noted: ${messageOf(error)}`);
    }
  };
  return {
    async read() {
      const reading = files && (await readJson(files, path));
      const file = reading?.kind === 'value' ? reading.value : undefined;
      const id: unknown = isRecord(file) ? file['id'] : workspaceState.get(stateKey);
      return isString(id) && isSafeId(id) ? id : undefined;
    },
    write(id) {
      if (id !== written) {
        written = id;
        writing = writing.then(async () => write(id));
      }
    },
  };
}
