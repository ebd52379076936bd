import * as vscode from 'vscode';
import { formatNumber } from '../../shared/language.ts';
import { fence } from '../../conversation/request/prompt.ts';
import { requestParts, type RequestPart } from '../../conversation/request/requestParts.ts';
import { reasoningText } from '../../conversation/request/sentReasoning.ts';
import { adjustmentText } from '../../shared/service/requestAdjustment.ts';
import { base64OfDataUrl } from '../../shared/images/image.ts';
import {
  type ChatCompletionRequest,
  type ChatMessage,
  contentText,
} from '../../shared/service/chatCompletion.ts';
import type { FoundValue } from '../../shared/guard/finding.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { isRecord } from '../../shared/guards.ts';
import type { UserMessage } from '../../shared/conversation/conversation.ts';
import type { OutgoingRequest } from '../../service/http/request.ts';

/**
 * A request as Markdown for the user to read: its contents and its exact body. `message` is its last
 * message, in which `found` was found.
 */
export function requestDocument(
  request: ChatCompletionRequest,
  message: UserMessage,
  outgoing: OutgoingRequest,
  found: readonly FoundValue[] = [],
): string {
  const { method, url, headers, body } = outgoing;
  const { messages: _messages, ...fields } = asRecord(body);
  const bytes = new TextEncoder().encode(body).length;
  const sections = [
    `# ${vscode.l10n.t('Request Preview')}`,
    vscode.l10n.t('This request would be sent now. Nothing has been sent.'),
    ...foundSection(found),
    `\`${method} ${url}\``,
    estimateList(requestParts(request, message)),
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
    `## ${vscode.l10n.t('Exact Body ({0} bytes)', formatNumber(bytes))}`,
    ...imagesNote(request),
    fence(shownBody(request, body), 'json'),
    `## ${vscode.l10n.t('Formatted Body')}`,
    fence(JSON.stringify(asRecord(body), shortImages, 2), 'json'),
  ];
  return `${sections.join('\n\n')}\n`;
}

function foundSection(found: readonly FoundValue[]): readonly string[] {
  const names = [...new Set(found.map(({ name }) => name))].map(visibleText).join(', ');
  return names === ''
    ? []
    : [`⚠ ${vscode.l10n.t('The message contains: {0}. The places are marked below.', names)}`];
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

function imagesNote({ images = [] }: ChatCompletionRequest): readonly string[] {
  return images.length === 0
    ? []
    : [
        vscode.l10n.t(
          'The data of images is shortened here. The command Copy Request as cURL copies all of it.',
        ),
      ];
}

/** The body as it is sent, but for the data of images. */
function shownBody({ images }: ChatCompletionRequest, body: string): string {
  return images === undefined ? body : JSON.stringify(asRecord(body), shortImages);
}

/** How much of a data URL is shown. In characters. */
const shownUrlLength = 64;

/** The addresses of images, shortened: a document with megabytes in a line cannot be read. */
function shortImages(name: string, value: unknown): unknown {
  return name === 'url' && typeof value === 'string' ? shortUrl(value) : value;
}

function shortUrl(url: string): string {
  return url.length <= shownUrlLength || base64OfDataUrl(url) === undefined
    ? url
    : `${url.slice(0, shownUrlLength)}… (${formatNumber(url.length)})`;
}

function asRecord(body: string): Readonly<Record<string, unknown>> {
  const parsed: unknown = JSON.parse(body);
  return isRecord(parsed) ? parsed : {};
}

function estimateList(parts: readonly RequestPart[]): string {
  const sum = parts.reduce((before, { tokens }) => before + tokens, 0);
  const lines = [...parts, { name: vscode.l10n.t('Total'), tokens: sum }].map(
    ({ name, tokens }) => `- ${name}: ${vscode.l10n.t('~ {0} tokens', formatNumber(tokens))}`,
  );
  const note = vscode.l10n.t('The token counts are estimates; the service counts for itself.');
  return [note, '', ...lines].join('\n');
}

function messageSection({ role, content, reasoning }: ChatMessage, index: number): string {
  const images =
    typeof content === 'string'
      ? []
      : content.flatMap((part) => (part.type === 'image_url' ? shortUrl(part.image_url.url) : []));
  const text = [contentText({ content }), ...images].filter((each) => each !== '').join('\n');
  const section = `### ${index + 1}. ${role}\n\n${fence(text, '')}`;
  return reasoning === undefined
    ? section
    : `${section}\n\n\`${reasoning.field}\`\n\n${fence(reasoningText(reasoning), '')}`;
}
