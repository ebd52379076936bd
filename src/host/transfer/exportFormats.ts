import * as vscode from 'vscode';
import { transcript } from '../../conversation/conversation.ts';
import {
  type ArchivedConversation,
  archiveEntry,
  archiveText,
  readArchive,
} from '../../conversation/transfer/archive.ts';
import { conversationMarkdown } from '../../conversation/transfer/markdown.ts';
import type { conversationHtml } from '../../markdown/conversationHtml.ts';
import { isRecord, isString } from '../../shared/guards.ts';
import type { Redactor } from '../base/log.ts';
import { untitled } from '../base/phrases.ts';
import { titleOf } from '../history/chatSummary.ts';
import { loadBundle } from '../loadBundle.ts';

/** What a conversation can be written as to be read, by the ending of the file. */
export type ReadableFormat = 'md' | 'html';

/** How an export can be written, by the ending of the file. */
export type ExportFormat = ReadableFormat | 'json';

/** What each format is called, in the order in which they are offered. */
export function exportFormats(): readonly (readonly [format: ExportFormat, name: string])[] {
  return [
    ['md', vscode.l10n.t('Markdown, to read')],
    ['html', vscode.l10n.t('HTML, a page to read and print')],
    ['json', vscode.l10n.t('JSON, complete')],
  ];
}

/** The shown path of a conversation as a text to read. */
export async function readableText(
  archived: ArchivedConversation,
  format: ReadableFormat,
  extensionUri: vscode.Uri,
): Promise<string> {
  const { createdAt, systemPrompt } = archived.conversation;
  const head = { ...archived.notes, title: titleOf(archived, untitled()), createdAt, systemPrompt };
  const turns = transcript(archived.conversation);
  if (format === 'md') {
    return conversationMarkdown(head, turns);
  }
  // A bundle of its own: few need it, and it holds the whole markdown parser.
  // A bundle of its own: few need it, and it holds the whole markdown parser.
  const page = await loadBundle(extensionUri, 'conversationHtml', isPageBundle);
  return page.conversationHtml(head, turns);
}

function isPageBundle(
  value: unknown,
): value is { readonly conversationHtml: typeof conversationHtml } {
  return isRecord(value) && typeof value['conversationHtml'] === 'function';
}

/**
 * A conversation as it stands in an export, as JSON. A key that somebody has pasted into a message does
 * not leave: it is taken out of each string before that is written in any way that changes its characters.
 */
export function redactedEntry(
  { conversation, notes }: ArchivedConversation,
  { redact }: Redactor,
): string {
  return JSON.stringify(
    archiveEntry({ conversation, notes }),
    (_, inner: unknown) => (isString(inner) ? redact(inner) : inner),
    1,
  );
}

/** A conversation as it may leave. Throws where it is none of the shape of an export. */
export function redacted(archived: ArchivedConversation, redactor: Redactor): ArchivedConversation {
  const value: unknown = JSON.parse(archiveText([redactedEntry(archived, redactor)]));
  const [safe] = readArchive(value, () => crypto.randomUUID()).conversations;
  if (safe === undefined) {
    throw new Error('The conversation has something in it that is not written.');
  }
  return safe;
}
