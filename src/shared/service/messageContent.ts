import type { ChatMessage } from './chatCompletion.ts';

/** The text of a message, without its images. */
export function contentText({ content }: Pick<ChatMessage, 'content'>): string {
  return typeof content === 'string'
    ? content
    : content.flatMap((part) => (part.type === 'text' ? part.text : [])).join('\n\n');
}

/** Whether one of the messages has an image. */
export function haveImages(messages: readonly ChatMessage[]): boolean {
  return messages.some(
    ({ content }) =>
      typeof content !== 'string' && content.some(({ type }) => type === 'image_url'),
  );
}
