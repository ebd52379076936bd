import * as l10n from '@vscode/l10n';
import type { ChatLabels, Reply, Turn } from '../../shared/conversation/conversation.ts';
import type { Image } from '../../shared/images/image.ts';
import { messageContent, fence } from '../request/prompt.ts';
import { formatRemark, remarkText, missingText } from '../replyRemarks.ts';
import type { ImageUrl } from '../request/sentImages.ts';
import { servedByTexts } from '../servedBy.ts';
import type { ToolCall } from '../../shared/service/chatCompletion.ts';
import { visibleText } from '../../shared/visibleText.ts';

/** What an export contains besides the turns. */
export interface MarkdownHead extends ChatLabels {
  readonly title: string;
  /** Milliseconds since 1970. */
  readonly createdAt: number;
  readonly systemPrompt?: string | undefined;
}

/**
 * The turns of a path as a Markdown document: front matter, then a section for each message. The text of
 * messages and replies is not changed. Images are written as the data URLs that `urlOf` gives.
 */
export function conversationMarkdown(
  head: MarkdownHead,
  turns: readonly Turn[],
  urlOf: ImageUrl = () => undefined,
): string {
  const prompt = head.systemPrompt ?? '';
  const sections = [
    frontMatter(head, turns),
    `# ${oneLine(head.title)}`,
    ...(prompt === '' ? [] : [`## ${l10n.t('System prompt')}`, prompt]),
    ...turns.flatMap(({ user, reply }) => [
      `## ${l10n.t('You')}`,
      messageContent(user),
      ...imageSections(user.images, urlOf),
      `## ${oneLine(reply.answeredBy ?? reply.model)}`,
      ...replySections(reply, urlOf),
    ]),
  ];
  return `${sections.filter((section) => section.trim() !== '').join('\n\n')}\n`;
}

function imageSections(images: readonly Image[] = [], urlOf: ImageUrl): readonly string[] {
  return images.map((image) => {
    const url = urlOf(image);
    return url === undefined
      ? `*${oneLine(missingImageText(image))}*`
      : `![${oneLine(image.name).replaceAll(/[[\]\\]/g, '')}](${url})`;
  });
}

/** What stands in place of an image whose file is gone. */
export function missingImageText({ name }: Image): string {
  return l10n.t('Image not available: {0}', name);
}

function replySections(reply: Reply, urlOf: ImageUrl): readonly string[] {
  const served = servedByTexts(reply).join(' · ');
  const end = replyEndText(reply);
  const missing = missingText(reply);
  const format = formatRemark(reply.formatCheck);
  return [
    ...(served === '' ? [] : [`*${oneLine(served)}*`]),
    replyMarkdown([reply]),
    ...imageSections(reply.images, urlOf),
    ...(missing === undefined ? [] : [`*${missing}*`]),
    ...(end === undefined ? [] : [`*${oneLine(end)}*`]),
    ...(format === undefined ? [] : [`*${oneLine(remarkText(format))}*`]),
  ];
}

/** Why a reply has no more text, for readers of an export; undefined if it is completed. */
export function replyEndText({ status, error }: Reply): string | undefined {
  if (error !== undefined) {
    return error.message;
  }
  switch (status) {
    case 'stopped':
      return l10n.t('Stopped.');
    case 'truncated':
      return l10n.t('Truncated.');
    case 'running':
      return l10n.t('Not finished when it was exported.');
    default:
      return undefined;
  }
}

function frontMatter(head: MarkdownHead, turns: readonly Turn[]): string {
  const models = [...new Set(turns.map(({ reply }) => reply.answeredBy ?? reply.model))];
  const date = new Date(head.createdAt);
  const fields: readonly (readonly [name: string, value: unknown])[] = [
    ['title', head.title],
    ['created', Number.isNaN(date.getTime()) ? undefined : date.toISOString()],
    ['models', models],
    ['connections', [...new Set(turns.map(({ reply }) => reply.connection))]],
    ['workspace', head.workspace],
    ['tags', head.tags],
  ];
  // JSON is valid YAML, so no character of a value needs other escaping.
  const lines = fields
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => `${name}: ${JSON.stringify(value)}`);
  return ['---', ...lines, '---'].join('\n');
}

function oneLine(text: string): string {
  return text.replaceAll(/\s+/g, ' ').trim();
}

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
