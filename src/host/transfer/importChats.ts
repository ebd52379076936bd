import * as vscode from 'vscode';
import type { ArchivedConversation, ArchiveReading } from '../../conversation/transfer/archive.ts';
import { isFreeName } from '../../conversation/transfer/exportNames.ts';
import { jsonElements, readExport } from '../../conversation/transfer/readExport.ts';
import { messageOf } from '../base/errorMessage.ts';
import type { Log } from '../base/log.ts';
import { notificationText } from '../base/safeText.ts';
import { chatCount } from '../base/phrases.ts';
import type { History } from '../history/history.ts';
import { addConversation, type ChatStore } from '../store/chatStore.ts';

/** What import acts on. */
export interface ImportServices {
  readonly store: ChatStore;
  readonly history: Pick<History, 'touch'>;
  readonly log: Pick<Log, 'warn' | 'show'>;
}

/** What came of an import. */
interface ImportReport {
  count: number;
  readonly problems: Set<string>;
  isEnded: boolean;
}

/** Takes in the conversations of the files that the user chooses, and says what came of it. */
export async function importChats(services: ImportServices): Promise<void> {
  const files =
    (await vscode.window.showOpenDialog({
      canSelectMany: true,
      filters: { JSON: ['json'] },
      title: vscode.l10n.t('Import Chats'),
    })) ?? [];
  if (files.length > 0) {
    const report = await withProgress(files, services);
    report.problems.forEach((problem) => services.log.warn(`Import: ${problem}`));
    void say(report, services.log);
  }
}

async function withProgress(
  files: readonly vscode.Uri[],
  services: ImportServices,
): Promise<ImportReport> {
  const location = vscode.ProgressLocation.Notification;
  const title = vscode.l10n.t('Importing chats');
  const report: ImportReport = { count: 0, problems: new Set(), isEnded: false };
  const taken = new Set((await services.store.list()).map((id) => id.toLowerCase()));
  return vscode.window.withProgress(
    { location, title, cancellable: true },
    async (progress, token) => {
      const onChat = (): boolean => {
        progress.report({ message: chatCount(report.count) });
        report.isEnded = token.isCancellationRequested;
        return !report.isEnded;
      };
      for (const file of files) {
        if (report.isEnded) {
          break;
        }
        try {
          await importFile(file, { ...services, taken, report, onChat });
        } catch (error) {
          const name = file.path.slice(file.path.lastIndexOf('/') + 1);
          report.problems.add(`${name}: ${messageOf(error)}`);
        }
      }
      return report;
    },
  );
}

interface FileServices extends ImportServices {
  /** The ids that are not free any more, in lower case. */
  readonly taken: Set<string>;
  readonly report: ImportReport;
  /** Called after each conversation; false ends the import. */
  readonly onChat: () => boolean;
}

async function importFile(file: vscode.Uri, services: FileServices): Promise<void> {
  const { report, onChat } = services;
  for await (const { conversations, problems } of readImport(file)) {
    problems.forEach((problem) => report.problems.add(problem));
    for (const archived of conversations) {
      await takeIn(archived, services);
      report.count += 1;
      if (!onChat()) {
        return;
      }
    }
  }
}

/** What is here already is never written over. */
async function takeIn(archived: ArchivedConversation, { store, history, taken }: FileServices) {
  const { id: ownId } = archived.conversation;
  const id = isFreeName(ownId, taken) ? ownId : crypto.randomUUID();
  taken.add(id.toLowerCase());
  await addConversation(store, id, archived);
  history.touch(id);
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

/** A larger file is no export of conversations that anybody had. */
const maxImportBytes = 1024 * 1024 * 1024;

/** What is larger is read element by element, so that it is in memory once and not several times. */
const maxWholeBytes = 64 * 1024 * 1024;

/** Gives what is in a file that claims to be an export, part by part. Throws where it cannot be read. */
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
