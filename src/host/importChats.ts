import * as vscode from 'vscode';
import { readArchive, type ArchiveReading } from '../chat/conversationArchive.ts';
import { foreignFormats } from '../chat/foreignFormats.ts';
import { fromForeign } from '../chat/fromForeign.ts';
import { addConversation } from './addConversation.ts';
import { chatCount } from './chatCount.ts';
import type { ConversationHistory } from './conversationHistory.ts';
import type { ConversationStore } from './conversationStore.ts';
import type { Log } from './log.ts';

/** What import acts on. */
interface ImportServices {
  readonly store: ConversationStore;
  readonly history: ConversationHistory;
  readonly log: Log;
}

/** A larger file is no export of conversations that anybody had, and would fill the memory. */
const maxImportBytes = 200 * 1024 * 1024;

/** Takes in the conversations of a file that the user chooses, and says what came of it. */
export async function importChats({ store, history, log }: ImportServices): Promise<void> {
  const [file] =
    (await vscode.window.showOpenDialog({
      filters: { JSON: ['json'] },
      title: vscode.l10n.t('Import Chats'),
    })) ?? [];
  if (file === undefined) {
    return;
  }
  const { conversations, problems } = readAny(await readFile(file));
  const taken = new Set(await store.list());
  for (const archived of conversations) {
    const { id: ownId } = archived.conversation;
    // What is here already is never written over.
    const id = taken.has(ownId) ? crypto.randomUUID() : ownId;
    taken.add(id);
    await addConversation(store, id, archived);
    history.touch(id);
  }
  problems.forEach((problem) => log.warn(`Import of ${file.path}: ${problem}`));
  const count = conversations.length;
  const words =
    problems.length === 0
      ? vscode.l10n.t('{0} came in.', chatCount(count))
      : vscode.l10n.t(
          '{0} came in. {1} The log has all of it.',
          chatCount(count),
          problems[0] ?? '',
        );
  const severity = problems.length === 0 ? 'showInformationMessage' : 'showWarningMessage';
  void vscode.window[severity](words);
}

function newId(): string {
  return crypto.randomUUID();
}

/** Our own export, or that of another program. */
function readAny(value: unknown): ArchiveReading {
  for (const { name, read } of foreignFormats) {
    const foreign = read(value);
    if (foreign !== undefined) {
      const conversations = foreign.flatMap((one) => fromForeign(one, name, newId) ?? []);
      const empty = foreign.length - conversations.length;
      const problems =
        empty === 0 ? [] : [`${empty} conversations without a message were left out.`];
      return { conversations, problems };
    }
  }
  return readArchive(value, newId);
}

async function readFile(file: vscode.Uri): Promise<unknown> {
  const { size } = await vscode.workspace.fs.stat(file);
  if (size > maxImportBytes) {
    throw new Error(vscode.l10n.t('The file is larger than 200 MB: it is not read.'));
  }
  const bytes = await vscode.workspace.fs.readFile(file);
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    throw new Error(vscode.l10n.t('The file is not JSON: {0}', String(error)), { cause: error });
  }
}
