import * as vscode from 'vscode';
import { transcript } from '../chat/conversation.ts';
import {
  readArchive,
  writeArchive,
  type ArchivedConversation,
  type ArchiveReading,
} from '../chat/conversationArchive.ts';
import { conversationMarkdown } from '../chat/conversationMarkdown.ts';
import { conversationTitle } from '../chat/conversationTitle.ts';
import { foreignFormats } from '../chat/foreignFormats.ts';
import { fromForeign } from '../chat/fromForeign.ts';
import type { ConversationHistory } from './conversationHistory.ts';
import type { ConversationStore } from './conversationStore.ts';
import type { Log } from './log.ts';
import type { Redactor } from './redactor.ts';

/** What export and import act on. */
export interface TransferServices {
  readonly store: ConversationStore;
  readonly history: ConversationHistory;
  readonly redactor: Redactor;
  readonly log: Log;
  /** Waits until the conversation of this window is on disk. */
  readonly flush: () => Promise<void>;
}

/** A larger file is no export of conversations that anybody had, and would fill the memory. */
const maxImportBytes = 200 * 1024 * 1024;

const json = () => ({ [vscode.l10n.t('JSON, complete')]: ['json'] });
const markdown = () => ({ [vscode.l10n.t('Markdown, to read')]: ['md'] });

/** Writes one conversation to a file that the user chooses, as Markdown or as JSON. */
export async function exportChat(id: string, services: TransferServices): Promise<void> {
  const archived = await load(id, services);
  if (archived === undefined) {
    void vscode.window.showInformationMessage(vscode.l10n.t('There is nothing to export yet.'));
    return;
  }
  const title = titleOf(archived);
  const name = title.replaceAll(/[^\p{L}\p{N} _-]/gu, '').trim();
  const file = await askFile(`${name === '' ? 'chat' : name}.md`, { ...markdown(), ...json() });
  if (file !== undefined) {
    const text = file.path.toLowerCase().endsWith('.json')
      ? toJson([archived])
      : toMarkdown(archived, title);
    await write(file, text, services.redactor);
  }
}

/** Writes all conversations to a JSON file that the user chooses. */
export async function exportAllChats(services: TransferServices): Promise<void> {
  const { store } = services;
  const file = await askFile('parley-chats.json', json());
  if (file !== undefined) {
    const all = await Promise.all(
      (await store.list()).map(async (id) => (await load(id, services)) ?? []),
    );
    await write(file, toJson(all.flat()), services.redactor);
  }
}

/** Takes in the conversations of a file that the user chooses, and says what came of it. */
export async function importChats({ store, history, log }: TransferServices): Promise<void> {
  const [file] =
    (await vscode.window.showOpenDialog({
      filters: json(),
      title: vscode.l10n.t('Import Chats'),
    })) ?? [];
  if (file === undefined) {
    return;
  }
  const { conversations, problems } = readAny(await readFile(file));
  const taken = new Set(await store.list());
  for (const { conversation, notes } of conversations) {
    // What is here already is never written over.
    const id = taken.has(conversation.id) ? crypto.randomUUID() : conversation.id;
    taken.add(id);
    await Promise.all(conversation.turns.map(async (turn) => store.saveTurn(id, turn)));
    await store.saveHead({ ...conversation, id });
    await store.note(id, notes);
    history.touch(id);
  }
  problems.forEach((problem) => log.warn(`Import of ${file.path}: ${problem}`));
  const count = conversations.length;
  const words =
    problems.length === 0
      ? vscode.l10n.t('{0} chats came in.', count)
      : vscode.l10n.t('{0} chats came in. {1} The log has all of it.', count, problems[0] ?? '');
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

async function load(
  id: string,
  { store, flush }: TransferServices,
): Promise<ArchivedConversation | undefined> {
  await flush();
  const stored = await store.load(id);
  return stored === undefined || stored.conversation.turns.length === 0 ? undefined : stored;
}

function titleOf({ conversation, notes }: ArchivedConversation): string {
  return notes.title ?? conversationTitle(conversation.turns[0]?.user) ?? vscode.l10n.t('Untitled');
}

function toMarkdown({ conversation, notes }: ArchivedConversation, title: string): string {
  const { createdAt, systemPrompt } = conversation;
  return conversationMarkdown(
    { ...notes, title, createdAt, systemPrompt },
    transcript(conversation),
  );
}

function toJson(conversations: readonly ArchivedConversation[]): string {
  const plain = conversations.map(({ conversation, notes }) => ({ conversation, notes }));
  return `${JSON.stringify(writeArchive(plain), null, 1)}\n`;
}

async function askFile(
  name: string,
  filters: Readonly<Record<string, string[]>>,
): Promise<vscode.Uri | undefined> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
  return vscode.window.showSaveDialog({
    filters,
    title: vscode.l10n.t('Export'),
    ...(folder && { defaultUri: vscode.Uri.joinPath(folder, name) }),
  });
}

/** A key that somebody has pasted into a message does not leave. */
async function write(file: vscode.Uri, text: string, { redact }: Redactor): Promise<void> {
  await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(redact(text)));
  const open = vscode.l10n.t('Open');
  const answer = await vscode.window.showInformationMessage(
    vscode.l10n.t('Written to {0}', file.path),
    open,
  );
  if (answer === open) {
    await vscode.window.showTextDocument(file);
  }
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
