import * as vscode from 'vscode';
import { formatNumber, plural } from '../../shared/language.ts';
import { fence } from '../../conversation/request/prompt.ts';
import { requestParts, type RequestPart } from '../../conversation/request/requestParts.ts';
import { reasoningText } from '../../conversation/request/sentReasoning.ts';
import { adjustmentText } from '../../shared/service/requestAdjustment.ts';
import { isRecord } from '../../shared/guards.ts';
import type { ChatCompletionRequest, ChatMessage } from '../../shared/service/chatCompletion.ts';
import type { UserMessage } from '../../shared/conversation/conversation.ts';
import type { OutgoingRequest } from '../../service/http/request.ts';

/**
 * A request as Markdown for the user to read: its contents and its exact body. `message` is its last
 * message.
 */
export function requestDocument(
  request: ChatCompletionRequest,
  message: UserMessage,
  outgoing: OutgoingRequest,
): string {
  const { method, url, headers, body } = outgoing;
  const { messages: _messages, ...fields } = asRecord(body);
  const bytes = new TextEncoder().encode(body).length;
  const sections = [
    `# ${vscode.l10n.t('Request Preview')}`,
    vscode.l10n.t('This request would be sent now. Nothing has been sent.'),
    `\`${method} ${url}\``,
    estimateTable(requestParts(request.messages, message)),
    `## ${vscode.l10n.t('Fields')}`,
    ...changedSection(request),
    fence(JSON.stringify(fields, undefined, 2), 'json'),
    `## ${vscode.l10n.t('Messages')}`,
    ...reasoningNote(request),
    ...request.messages.map(messageSection),
    `## ${vscode.l10n.t('Headers')}`,
    fence(
      Object.entries(headers)
        .map(([name, value]) => `${name}: ${value}`)
        .join('\n'),
      'http',
    ),
    `## ${plural(bytes, {
      one: vscode.l10n.t('Exact Body ({0} byte)', formatNumber(bytes)),
      other: vscode.l10n.t('Exact Body ({0} bytes)', formatNumber(bytes)),
    })}`,
    fence(body, 'json'),
    `## ${vscode.l10n.t('Formatted Body')}`,
    fence(JSON.stringify(asRecord(body), undefined, 2), 'json'),
  ];
  return `${sections.join('\n\n')}\n`;
}

function changedSection({ adjustments = [] }: ChatCompletionRequest): readonly string[] {
  const changes = adjustments.map(adjustmentText).join('; ');
  return changes === ''
    ? []
    : [vscode.l10n.t('Adjusted because the service rejected fields: {0}.', changes)];
}

function reasoningNote({ messages }: ChatCompletionRequest): readonly string[] {
  return messages.every(({ reasoning }) => reasoning === undefined)
    ? []
    : [
        vscode.l10n.t(
          'The reasoning of earlier replies is included because this model, or an additional field of the connection, requires it.',
        ),
      ];
}

function asRecord(body: string): Readonly<Record<string, unknown>> {
  const parsed: unknown = JSON.parse(body);
  return isRecord(parsed) ? parsed : {};
}

function estimateTable(parts: readonly RequestPart[]): string {
  const total = { name: vscode.l10n.t('Total'), length: 0, tokens: 0 };
  for (const { length, tokens } of parts) {
    total.length += length;
    total.tokens += tokens;
  }
  return [
    vscode.l10n.t('The token counts are estimates; the service counts for itself.'),
    '',
    tableRow(
      vscode.l10n.t('Part'),
      vscode.l10n.t('Characters'),
      vscode.l10n.t('Tokens (Estimate)'),
    ),
    '| :-- | --: | --: |',
    ...[...parts, total].map(({ name, length, tokens }) =>
      tableRow(name, formatNumber(length), `~ ${formatNumber(tokens)}`),
    ),
  ].join('\n');
}

function tableRow(...cells: readonly string[]): string {
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

function messageSection({ role, content, reasoning }: ChatMessage, index: number): string {
  const section = `### ${index + 1}. ${role}\n\n${fence(content, '')}`;
  return reasoning === undefined
    ? section
    : `${section}\n\n\`${reasoning.field}\`\n\n${fence(reasoningText(reasoning), '')}`;
}
