import type { UserMessage } from '../conversation/conversation.ts';
import type { MessageFindings } from './finding.ts';
import { findingName } from './findingWords.ts';

/** A value that was found, and what it is, in the display language. */
export interface FoundValue {
  readonly value: string;
  readonly name: string;
}

/** Each value that was found in a message, once. */
export function foundValues(
  message: UserMessage,
  { text, context }: MessageFindings,
): readonly FoundValue[] {
  const texts = [message.text, ...message.context.map((item) => item.text)];
  const names = new Map(
    [text, ...context].flatMap(({ findings }, part) =>
      findings.map((finding) => [
        texts[part]?.slice(finding.start, finding.end) ?? '',
        findingName(finding),
      ]),
    ),
  );
  return Array.from(names, ([value, name]) => ({ value, name })).filter(
    ({ value }) => value !== '',
  );
}
