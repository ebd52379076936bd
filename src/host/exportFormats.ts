import * as vscode from 'vscode';
import { transcript } from '../chat/conversation.ts';
import type { ArchivedConversation } from '../chat/conversationArchive.ts';
import { conversationMarkdown } from '../chat/conversationMarkdown.ts';
import type { conversationHtml } from '../markdown/conversationHtml.ts';
import { isRecord } from '../shared/guards.ts';
import { titleOf } from './conversationSummary.ts';
import { loadBundle } from './loadBundle.ts';
import { untitled } from './untitled.ts';

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
