import * as vscode from 'vscode';
import type { ArchivedConversation, ArchiveReading } from '../../conversation/transfer/archive.ts';
import { isFreeName } from '../../conversation/transfer/exportNames.ts';
import { readExportFile } from '../../conversation/transfer/readExportFile.ts';
import type { Bytes } from '../../conversation/transfer/jsonElements.ts';
import { isRecord } from '../../shared/guards.ts';
import { formatNumber } from '../../shared/language.ts';
import { messageOf } from '../base/errorMessage.ts';
import type { Log } from '../base/log.ts';
import { isNodeHost, loadNodeBundle } from '../base/nodeBundle.ts';
import { withProgress } from '../base/inputs/progress.ts';
import { notificationText } from '../base/safeText.ts';
import { chatCount } from '../base/phrases.ts';
import type { History } from '../history/history.ts';
import type { ImageStore } from '../images/imageStore.ts';
import { addConversation, type ChatStore } from '../store/chatStore.ts';
import { storeTrouble } from '../store/storeNotices.ts';
import { imagesOf } from '../../conversation/request/sentImages.ts';
import type { Conversation, Turn } from '../../shared/conversation/conversation.ts';
import type { Image } from '../../shared/images/image.ts';
import { fromBase64 } from '../images/imageFiles.ts';

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
  let count = 0;
  let lostImages = 0;
  let isEnded = false;
  const add = await createAdd(services);
  await withProgress(vscode.l10n.t('Importing chats'), async ({ signal, report }) => {
    for await (const archived of chatsOf(files, problems)) {
      isEnded = signal.aborted;
      if (isEnded) {
        return;
      }
      try {
        lostImages += await add(archived);
        count += 1;
      } catch (error) {
        problems.add(vscode.l10n.t('Not all chats could be saved: {0}', storeTrouble(error)));
      }
      report(chatCount(count));
    }
  });
  if (lostImages > 0) {
    problems.add(vscode.l10n.t('Missing or damaged images: {0}.', formatNumber(lostImages)));
  }
  return { count, problems, isEnded };
}

/** The chats of the files, one after another. What cannot be read is added to `problems`. Throws nothing. */
async function* chatsOf(
  files: readonly vscode.Uri[],
  problems: Set<string>,
): AsyncGenerator<ArchivedConversation> {
  for (const file of files) {
    try {
      for await (const reading of readImport(file)) {
        reading.problems.forEach((problem) => problems.add(`${nameOf(file)}: ${problem}`));
        yield* reading.conversations;
      }
    } catch (error) {
      problems.add(`${nameOf(file)}: ${messageOf(error)}`);
    }
  }
}

function nameOf({ path }: vscode.Uri): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

/**
 * Creates a function that stores a chat, under another id if its own is taken: no stored chat is overwritten. The
 * function gives how many of its images are missing or damaged.
 */
async function createAdd({
  store,
  history,
  images,
}: ImportServices): Promise<(archived: ArchivedConversation) => Promise<number>> {
  const taken = new Set((await store.list()).map((id) => id.toLowerCase()));
  return async (archived) => {
    const { id: ownId } = archived.conversation;
    const id = isFreeName(ownId, taken) ? ownId : newId();
    taken.add(id.toLowerCase());
    const { conversation, lost } = await importImages(id, archived, images);
    await addConversation(store, id, { ...archived, conversation });
    history.touch(id);
    return lost;
  };
}

async function say({ count, problems, isEnded }: ImportReport, log: Pick<Log, 'show'>) {
  const imported = isEnded
    ? vscode.l10n.t('Stopped early. Chats imported: {0}.', formatNumber(count))
    : vscode.l10n.t('Chats imported: {0}.', formatNumber(count));
  const [first] = problems;
  if (first === undefined) {
    void vscode.window.showInformationMessage(imported);
    return;
  }
  const show = vscode.l10n.t('Show Log');
  const words = `${imported} ${notificationText(first)}${problems.size === 1 ? '' : ' …'}`;
  if ((await vscode.window.showWarningMessage(words, show)) === show) {
    log.show();
  }
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
  const bytes = loadNodeBundle(opensBytes).openBytes(file.fsPath);
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

/**
 * Writes the images of an imported chat into its folder, under the id that it gets, each checked and without its
 * metadata as any other image. Gives the chat with these images, and how many are `lost`: those without a file, which the
 * chat still names, and those that are no images, which are left out. Throws what the file system throws.
 */
export async function importImages(
  id: string,
  { conversation, images: data = {} }: ArchivedConversation,
  store: Pick<ImageStore, 'keep' | 'settle'>,
): Promise<{ readonly conversation: Conversation; readonly lost: number }> {
  const kept = new Map<string, Image | undefined>();
  let missing = 0;
  for (const image of imagesOf(conversation.turns)) {
    if (kept.has(image.id)) {
      continue;
    }
    const base64 = Object.hasOwn(data, image.id) ? data[image.id] : undefined;
    missing += base64 === undefined ? 1 : 0;
    kept.set(image.id, base64 === undefined ? image : await keepOne(id, image, base64, store));
  }
  await store.settle(
    { id },
    [...kept.values()].filter((image) => image !== undefined),
  );
  return {
    conversation:
      kept.size === 0 ? conversation : withImages(conversation, ({ id }) => kept.get(id)),
    lost: missing + [...kept.values()].filter((image) => image === undefined).length,
  };
}

async function keepOne(
  chatId: string,
  { name }: Image,
  base64: string,
  store: Pick<ImageStore, 'keep'>,
): Promise<Image | undefined> {
  const bytes = fromBase64(base64);
  const kept = bytes && (await store.keep({ id: chatId }, bytes, name));
  return kept !== undefined && 'image' in kept ? kept.image : undefined;
}

/** The conversation with each image replaced; one that becomes undefined is left out. */
function withImages(
  conversation: Conversation,
  replaced: (image: Image) => Image | undefined,
): Conversation {
  const all = (images: readonly Image[]) => images.flatMap((image) => replaced(image) ?? []);
  const changed = (turn: Turn): Turn => {
    const { user, reply } = turn;
    return {
      ...turn,
      user: user.images === undefined ? user : { ...user, images: all(user.images) },
      reply: reply.images === undefined ? reply : { ...reply, images: all(reply.images) },
    };
  };
  return { ...conversation, turns: conversation.turns.map(changed) };
}
