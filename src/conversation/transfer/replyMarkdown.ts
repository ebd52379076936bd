import * as l10n from '@vscode/l10n';
import type { Reply } from '../../shared/conversation/conversation.ts';
import type { ToolCall } from '../../shared/service/chatCompletion.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { fence } from '../request/prompt.ts';

/** The name of the function that a tool call asks for, on one line. */
export function toolCallName({ name }: ToolCall): string {
  return name === '' ? l10n.t('no name') : visibleText(name);
}

/** Replies as Markdown, read as one: their text, then their tool calls. Empty if there is neither. */
export function replyMarkdown(replies: readonly Reply[]): string {
  const text = replies.map((reply) => reply.text).join('');
  const calls = replies.flatMap(({ toolCalls = [] }) => toolCalls.map(toolCallMarkdown));
  return [text, ...calls].filter((part) => part !== '').join('\n\n');
}

function toolCallMarkdown(call: ToolCall): string {
  const name = toolCallName(call).replaceAll('`', "'");
  return `*${l10n.t('Tool call, not carried out:')}* \`${name}\`\n\n${fence(call.arguments, 'json')}`;
}
