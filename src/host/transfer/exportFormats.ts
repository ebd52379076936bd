import * as vscode from 'vscode';
import { transcript } from '../../conversation/conversationState.ts';
import {
  type ArchivedConversation,
  archiveEntry,
  archiveText,
  readEntry,
  withImageData,
} from '../../conversation/transfer/archive.ts';
import { conversationMarkdown } from '../../conversation/transfer/markdown.ts';
import type { conversationHtml } from '../../markdown/conversationHtml.ts';
import { dataUrlOf } from '../../shared/images/image.ts';
import type { ImageUrl } from '../../conversation/request/sentImages.ts';
import { isString } from '../../shared/guards.ts';
import { displayLanguage } from '../../shared/language.ts';
import type { Redactor } from '../base/redactor.ts';
import { untitled } from '../base/phrases.ts';
import { titleOf } from '../history/chatSummary.ts';

/** The formats, by the ending of the file: two for reading, and `json`, which is complete and can be imported. */
export type ExportFormat = 'md' | 'html' | 'json';

/** Each format with its name, in the order in which they are offered. */
export function exportFormats(): readonly (readonly [format: ExportFormat, name: string])[] {
  return [
    ['md', vscode.l10n.t('Markdown (for reading)')],
    ['html', vscode.l10n.t('HTML (for reading and printing)')],
    ['json', vscode.l10n.t('JSON (complete, can be imported)')],
  ];
}

/** Loads the function that makes HTML pages, which is a bundle of its own with a markdown parser in it. */
export type LoadPage = () => Promise<typeof conversationHtml>;

/** The format that a file is named after; Markdown for any other name. */
export function formatOf({ path }: vscode.Uri): ExportFormat {
  if (/\.json$/i.test(path)) {
    return 'json';
  }
  return /\.html?$/i.test(path) ? 'html' : 'md';
}

/** A chat in a format, without any API key that someone has pasted into a message. Throws what `loadPage` throws. */
export async function exportText(
  archived: ArchivedConversation,
  format: ExportFormat,
  { redactor, loadPage }: { readonly redactor: Redactor; readonly loadPage: LoadPage },
): Promise<string> {
  return format === 'json'
    ? archiveText([redactedEntry(archived, redactor)])
    : readableText(redacted(archived, redactor), format, loadPage);
}

/** The shown path of a chat in a format for reading. */
async function readableText(
  archived: ArchivedConversation,
  format: 'md' | 'html',
  loadPage: LoadPage,
): Promise<string> {
  const { createdAt, systemPrompt } = archived.conversation;
  const head = {
    ...archived.labels,
    title: titleOf(archived, untitled()),
    createdAt,
    systemPrompt,
  };
  const turns = transcript(archived.conversation);
  const urlOf: ImageUrl = ({ id, type }) => {
    const data = archived.images?.[id];
    return data && dataUrlOf(type, data);
  };
  if (format === 'md') {
    return conversationMarkdown(head, turns, urlOf);
  }
  const toPage = await loadPage();
  return toPage(head, turns, { tag: displayLanguage(), translations: vscode.l10n.bundle }, urlOf);
}

/** A chat as an entry of a JSON export. Each string is redacted before JSON escapes its characters. */
function redactedEntry(archived: ArchivedConversation, { redact }: Redactor): string {
  const entry = JSON.stringify(
    archiveEntry(archived),
    (_, inner: unknown) => (isString(inner) ? redact(inner) : inner),
    1,
  );
  // The data of an image cannot contain a key, but might look as if it did.
  return withImageData(entry, archived.images);
}

/** A chat without any API key in it. Throws where the chat could not be read back from an export. */
function redacted(archived: ArchivedConversation, redactor: Redactor): ArchivedConversation {
  const entry: unknown = JSON.parse(redactedEntry({ ...archived, images: undefined }, redactor));
  const [safe] = readEntry(entry, 1, () => crypto.randomUUID()).conversations;
  if (safe === undefined) {
    throw new Error(vscode.l10n.t('This chat contains data that cannot be exported.'));
  }
  return { ...safe, images: archived.images };
}
