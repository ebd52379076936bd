import { fence } from '../../conversation/request/prompt.ts';
import { requestParts, type RequestPart } from '../../conversation/request/requestParts.ts';
import { adjustmentText } from '../../shared/service/requestAdjustment.ts';
import { isRecord } from '../../shared/guards.ts';
import type { ChatCompletionRequest, ChatMessage } from '../../shared/service/chatCompletion.ts';
import type { UserMessage } from '../../shared/conversation/conversation.ts';
import type { OutgoingRequest } from '../../service/http/request.ts';

/**
 * A request as Markdown for the user to read: what it contains, and its exact body. `message` is the last
 * message in it.
 */
export function requestDocument(
  request: ChatCompletionRequest,
  message: UserMessage,
  outgoing: OutgoingRequest,
): string {
  const { method, url, headers, body } = outgoing;
  const { messages: _messages, ...fields } = asRecord(body);
  const sections = [
    '# Next request',
    'This is what would be sent now. Nothing has been sent.',
    `\`${method} ${url}\``,
    estimateTable(requestParts(request.messages, message)),
    '## Fields beside the messages',
    ...changedSection(request),
    fence(JSON.stringify(fields, undefined, 2), 'json'),
    '## Messages',
    ...request.messages.map(messageSection),
    '## Headers',
    fence(
      Object.entries(headers)
        .map(([name, value]) => `${name}: ${value}`)
        .join('\n'),
      'http',
    ),
    `## Body to the byte (${new TextEncoder().encode(body).length} bytes)`,
    fence(body, 'json'),
    '## Body to be read',
    fence(JSON.stringify(asRecord(body), undefined, 2), 'json'),
  ];
  return `${sections.join('\n\n')}\n`;
}

function changedSection({ adjustments = [] }: ChatCompletionRequest): readonly string[] {
  return adjustments.length === 0
    ? []
    : [`As this service has refused it otherwise: ${adjustments.map(adjustmentText).join('; ')}.`];
}

function asRecord(body: string): Readonly<Record<string, unknown>> {
  const parsed: unknown = JSON.parse(body);
  return isRecord(parsed) ? parsed : {};
}

function estimateTable(parts: readonly RequestPart[]): string {
  const total = { name: 'All', length: 0, tokens: 0 };
  for (const { length, tokens } of parts) {
    total.length += length;
    total.tokens += tokens;
  }
  return [
    'The tokens are an estimate; the service counts for itself.',
    '',
    '| Part | Characters | Tokens, estimated |',
    '| :-- | --: | --: |',
    ...[...parts, total].map(
      ({ name, length, tokens }) => `| ${name.replaceAll('|', '\\|')} | ${length} | ~ ${tokens} |`,
    ),
  ].join('\n');
}

function messageSection({ role, content }: ChatMessage, index: number): string {
  return `### ${index + 1}. ${role}\n\n${fence(content, '')}`;
}
