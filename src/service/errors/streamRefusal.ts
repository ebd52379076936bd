import type { ErrorFacts } from './errorFacts.ts';

/** In characters. The reason stands at the start. */
const maxLength = 2000;

const streaming = /\bstream(?:s|ed|ing)?\b(?![_ ]?options)/i;

/** What a sentence about streaming says if it is the streaming that is rejected. */
const refused =
  /\b(?:not|cannot|never) |n['’]t\b|\bun(?:supported|available)|\bdisabled\b|must be verified|不支持/i;

/** What goes with it: otherwise something else is not there, such as the stream of an earlier reply. */
const offered = /support|allow|avail|enabl|permit|accept|disabled|verified|支持/i;

const mustBeOff = /\b(?:must|should) be (?:set to )?\W?false/i;

/**
 * Whether an error of a streamed request says that the service does not stream it: OpenAI streams some models only to
 * verified organisations (`docs/service-interface.md`, "Errors" 6).
 */
export function isStreamRefusal({ message = '' }: ErrorFacts): boolean {
  return message
    .slice(0, maxLength)
    .split(/[.!?]\s|[\n。]/)
    .some(
      (one) =>
        streaming.test(one) && ((refused.test(one) && offered.test(one)) || mustBeOff.test(one)),
    );
}
