import * as vscode from 'vscode';
import type { ArchivedConversation, ArchiveReading } from '../../conversation/transfer/archive.ts';
import { isFreeName } from '../../conversation/transfer/exportNames.ts';
import { readExportFile } from '../../conversation/transfer/readExportFile.ts';
import type { Bytes } from '../../conversation/transfer/jsonElements.ts';
import { isRecord } from '../../shared/guards.ts';
import { formatNumber, plural } from '../../shared/language.ts';
import { messageOf } from '../base/errorMessage.ts';
import type { Log } from '../base/log.ts';
import { isNodeHost, loadNodeBundle } from '../base/nodeBundle.ts';
import { withProgress } from '../base/progress.ts';
import { notificationText } from '../base/safeText.ts';
import { chatCount } from '../base/phrases.ts';
import type { History } from '../history/history.ts';
import type { ImageStore } from '../images/imageStore.ts';
import { type ImageCounts, importImages } from './importImages.ts';
import { addConversation, type ChatStore } from '../store/chatStore.ts';
import { storeTrouble } from '../store/storeNotices.ts';

/** What an import acts on. */
export interface ImportServices {
  readonly store: Pick<
    ChatStore,
    'list' | 'saveTurn' | 'saveHead' | 'setLabels' | 'remove' | 'purge'
  >;
  readonly images: Pick<ImageStore, 'keep' | 'settle'>;
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

/** Imports the chats of the files that the user chooses, and shows the result. Throws what the file system throws. */
export async function importChats(services: ImportServices): Promise<void> {
  const files =
    (await vscode.window.showOpenDialog({
      canSelectMany: true,
      filters: { JSON: ['json'] },
      title: vscode.l10n.t('Import Chats'),
    })) ?? [];
  if (files.length > 0) {
    const report = await importFiles(files, services);
    logProblems([...report.problems], services.log);
    void say(report, services.log);
  }
}

/** Further problems are only counted: a damaged file may have one per chat. */
const loggedProblems = 100;

function logProblems(problems: readonly string[], log: Pick<Log, 'warn'>): void {
  problems.slice(0, loggedProblems).forEach((problem) => log.warn(`Import: ${problem}`));
  const more = problems.length - loggedProblems;
  if (more > 0) {
    log.warn(`Import: ${more} further problems.`);
  }
}

async function importFiles(
  files: readonly vscode.Uri[],
  services: ImportServices,
): Promise<ImportReport> {
  const problems = new Set<string>();
  /** How many chats could not be stored, by the reason. */
  const failed = new Map<string, number>();
  let count = 0;
  /** Images that a file does not have, and those that are no images. */
  let missing = 0;
  let broken = 0;
  let isEnded = false;
  const add = await createAdd(services);
  await withProgress(vscode.l10n.t('Importing chats'), async ({ signal, report }) => {
    const importFile = async (file: vscode.Uri): Promise<void> => {
      for await (const reading of readImport(file)) {
        reading.problems.forEach((problem) => problems.add(`${nameOf(file)}: ${problem}`));
        for (const archived of reading.conversations) {
          try {
            const images = await add(archived);
            missing += images.missing;
            broken += images.broken;
            count += 1;
          } catch (error) {
            const reason = storeTrouble(error);
            failed.set(reason, (failed.get(reason) ?? 0) + 1);
          }
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
        problems.add(`${nameOf(file)}: ${messageOf(error)}`);
      }
    }
  });
  imageProblems(missing, broken).forEach((problem) => problems.add(problem));
  for (const [reason, number] of failed) {
    problems.add(
      plural(number, {
        one: vscode.l10n.t('{0} chat could not be saved: {1}', formatNumber(number), reason),
        other: vscode.l10n.t('{0} chats could not be saved: {1}', formatNumber(number), reason),
      }),
    );
  }
  return { count, problems, isEnded };
}

function imageProblems(missing: number, broken: number): readonly string[] {
  return [
    ...(missing === 0
      ? []
      : [
          plural(missing, {
            one: vscode.l10n.t('{0} image is not in the file.', formatNumber(missing)),
            other: vscode.l10n.t('{0} images are not in the file.', formatNumber(missing)),
          }),
        ]),
    ...(broken === 0
      ? []
      : [
          plural(broken, {
            one: vscode.l10n.t('{0} image is damaged or of another type.', formatNumber(broken)),
            other: vscode.l10n.t('{0} images are damaged or of other types.', formatNumber(broken)),
          }),
        ]),
  ];
}

function nameOf({ path }: vscode.Uri): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/** Creates a function that stores a chat, under another id if its own is taken: no stored chat is overwritten. */
async function createAdd({
  store,
  history,
  images,
}: ImportServices): Promise<(archived: ArchivedConversation) => Promise<ImageCounts>> {
  const taken = new Set((await store.list()).map((id) => id.toLowerCase()));
  return async (archived) => {
    const { id: ownId } = archived.conversation;
    const id = isFreeName(ownId, taken) ? ownId : newId();
    taken.add(id.toLowerCase());
    const { conversation, ...counts } = await importImages(id, archived, images);
    await addConversation(store, id, { ...archived, conversation });
    history.touch(id);
    return counts;
  };
}

async function say({ count, problems, isEnded }: ImportReport, log: Pick<Log, 'show'>) {
  const imported = isEnded ? stoppedText(count) : importedText(count);
  const [first] = problems;
  if (first === undefined) {
    void vscode.window.showInformationMessage(imported);
    return;
  }
  const show = vscode.l10n.t('Show All in Log');
  const words = `${imported} ${notificationText(first)}${problems.size === 1 ? '' : ' …'}`;
  if ((await vscode.window.showWarningMessage(words, show)) === show) {
    log.show();
  }
}

function importedText(count: number): string {
  return plural(count, {
    one: vscode.l10n.t('{0} chat imported.', formatNumber(count)),
    other: vscode.l10n.t('{0} chats imported.', formatNumber(count)),
  });
}

function stoppedText(count: number): string {
  return plural(count, {
    one: vscode.l10n.t('Stopped early: {0} chat imported.', formatNumber(count)),
    other: vscode.l10n.t('Stopped early: {0} chats imported.', formatNumber(count)),
  });
}

/** No larger file is read, in bytes. */
const maxImportBytes = 1024 * 1024 * 1024;

/** No larger file is read that is not on the disk of this host: VS Code hands it over as a whole. In bytes. */
const maxWholeBytes = 64 * 1024 * 1024;

/** Reads a file that may be an export, one conversation at a time. Throws if it cannot be read or is not JSON. */
async function* readImport(file: vscode.Uri): AsyncGenerator<ArchiveReading> {
  const { size } = await vscode.workspace.fs.stat(file);
  if (size > maxImportBytes) {
    throw new Error(vscode.l10n.t('The file is larger than 1 GB and cannot be imported.'));
  }
  const decoder = new TextDecoder();
  const options = {
    newId,
    parse: (bytes: Uint8Array): unknown => JSON.parse(decoder.decode(bytes)),
  };
  if (file.scheme !== 'file' || !isNodeHost()) {
    if (size > maxWholeBytes) {
      throw new Error(
        vscode.l10n.t(
          'The file is larger than 64 MB. Import it in a window in which Parley can read the disk: VS Code on the desktop, or connected to the computer that has the file.',
        ),
      );
    }
    yield* readExportFile(await vscode.workspace.fs.readFile(file), options);
    return;
  }
  const bytes = loadNodeBundle('nodeFiles', opensBytes).openBytes(file.fsPath);
  try {
    yield* readExportFile(bytes, options);
  } finally {
    bytes.close();
  }
}

/** Whether a bundle is `src/host/node/nodeFiles.ts`. */
const opensBytes = (
  loaded: unknown,
): loaded is { readonly openBytes: (path: string) => Bytes & { readonly close: () => void } } =>
  isRecord(loaded) && typeof loaded['openBytes'] === 'function';

function newId(): string {
  return crypto.randomUUID();
}
