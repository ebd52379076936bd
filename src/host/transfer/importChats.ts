import * as vscode from 'vscode';
import type { ArchivedConversation, ArchiveReading } from '../../conversation/transfer/archive.ts';
import { isFreeName } from '../../conversation/transfer/exportNames.ts';
import { jsonElements, readExport } from '../../conversation/transfer/readExport.ts';
import { messageOf } from '../base/errorMessage.ts';
import type { Log } from '../base/log.ts';
import { withProgress } from '../base/progress.ts';
import { notificationText } from '../base/safeText.ts';
import { chatCount } from '../base/phrases.ts';
import type { History } from '../history/history.ts';
import { addConversation, type ChatStore } from '../store/chatStore.ts';

/** What an import acts on. */
export interface ImportServices {
  readonly store: Pick<
    ChatStore,
    'list' | 'saveTurn' | 'saveHead' | 'setLabels' | 'remove' | 'purge'
  >;
  readonly history: Pick<History, 'touch'>;
  readonly log: Pick<Log, 'warn' | 'show'>;
}

/** The result of an import. */
interface ImportReport {
  /** Number of imported chats. */
  readonly count: number;
  /** What could not be imported, each in a sentence. */
  readonly problems: ReadonlySet<string>;
  /** Whether the user has cancelled. */
  readonly isEnded: boolean;
}

/** Imports the chats of the files that the user chooses, and tells what came of it. Throws what the file system throws. */
export async function importChats(services: ImportServices): Promise<void> {
  const files =
    (await vscode.window.showOpenDialog({
      canSelectMany: true,
      filters: { JSON: ['json'] },
      title: vscode.l10n.t('Import Chats'),
    })) ?? [];
  if (files.length > 0) {
    const report = await importFiles(files, services);
    report.problems.forEach((problem) => services.log.warn(`Import: ${problem}`));
    void say(report, services.log);
  }
}

async function importFiles(
  files: readonly vscode.Uri[],
  services: ImportServices,
): Promise<ImportReport> {
  const problems = new Set<string>();
  let count = 0;
  let isEnded = false;
  const add = await createAdd(services);
  await withProgress(vscode.l10n.t('Importing chats'), async ({ signal, report }) => {
    const importFile = async (file: vscode.Uri): Promise<void> => {
      for await (const reading of readImport(file)) {
        reading.problems.forEach((problem) => problems.add(problem));
        for (const archived of reading.conversations) {
          await add(archived);
          count += 1;
          report(chatCount(count));
          isEnded = signal.aborted;
          if (isEnded) {
            return;
          }
        }
      }
    };
    for (const file of files) {
      if (isEnded) {
        break;
      }
      try {
        await importFile(file);
      } catch (error) {
        const name = file.path.slice(file.path.lastIndexOf('/') + 1);
        problems.add(`${name}: ${messageOf(error)}`);
      }
    }
  });
  return { count, problems, isEnded };
}

/** Gives a function that stores a chat, under another id where its own is taken: no stored chat is overwritten. */
async function createAdd({
  store,
  history,
}: ImportServices): Promise<(archived: ArchivedConversation) => Promise<void>> {
  const taken = new Set((await store.list()).map((id) => id.toLowerCase()));
  return async (archived) => {
    const { id: ownId } = archived.conversation;
    const id = isFreeName(ownId, taken) ? ownId : newId();
    taken.add(id.toLowerCase());
    await addConversation(store, id, archived);
    history.touch(id);
  };
}

async function say({ count, problems, isEnded }: ImportReport, log: Pick<Log, 'show'>) {
  const came = isEnded
    ? vscode.l10n.t('Ended early: {0} came in.', chatCount(count))
    : vscode.l10n.t('{0} came in.', chatCount(count));
  const [first] = problems;
  if (first === undefined) {
    void vscode.window.showInformationMessage(came);
    return;
  }
  const show = vscode.l10n.t('Show All in the Log');
  const words = `${came} ${notificationText(first)}${problems.size === 1 ? '' : ' …'}`;
  if ((await vscode.window.showWarningMessage(words, show)) === show) {
    log.show();
  }
}

/** No export is larger. */
const maxImportBytes = 1024 * 1024 * 1024;

/** Larger files are parsed element by element, so that they are in memory once only. */
const maxWholeBytes = 64 * 1024 * 1024;

/** Reads a file that may be an export, in one part or several. Throws where it cannot be read or is not JSON. */
export async function* readImport(file: vscode.Uri): AsyncGenerator<ArchiveReading> {
  const { size } = await vscode.workspace.fs.stat(file);
  if (size > maxImportBytes) {
    throw new Error(vscode.l10n.t('The file is larger than 1 GB: it is not read.'));
  }
  const bytes = await vscode.workspace.fs.readFile(file);
  let isList = false;
  if (size > maxWholeBytes) {
    for (const element of jsonElements(bytes)) {
      isList = true;
      yield readExport([parse(element)], newId);
    }
  }
  if (!isList) {
    yield readExport(parse(bytes), newId);
  }
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch (error) {
    throw new Error(vscode.l10n.t('The file is not JSON: {0}', String(error)), { cause: error });
  }
}

function newId(): string {
  return crypto.randomUUID();
}
