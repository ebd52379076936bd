import { isString, type WireObject } from '../../shared/guards.ts';
import { RepeatedText } from '../../shared/reasoning/repeatedText.ts';
import { wordsIn } from './messageText.ts';
import type { ReasoningDetails } from './reasoningDetails.ts';

/** The fields of a message with reasoning in a string, or in parts. */
const fields = ['reasoning_content', 'reasoning', 'reasoning_text', 'thinking'];

/** What one place of a message says. */
interface Said {
  readonly place: string;
  readonly words: string;
}

/**
 * Gives a function that is given the messages or deltas of one reply as they come, and gives what reasoning each adds
 * (`docs/service-interface.md`, "Chat completion object" 3). Services that have it in several places repeat the same
 * words, at once or at the end of the reply.
 */
export function createMessageReasoning(details: ReasoningDetails): (message: WireObject) => string {
  const given: Said[] = [];
  /** By place, the words that were given out from other places and are not repeated in it so far. */
  const repeated = new Map<string, RepeatedText>();
  function wordsOfOthers(place: string): RepeatedText {
    const words = repeated.get(place) ?? new RepeatedText();
    if (!repeated.has(place)) {
      given.filter((one) => one.place !== place).forEach((one) => words.add(one.words));
      repeated.set(place, words);
    }
    return words;
  }
  function give(said: Said): void {
    given.push(said);
    for (const [place, words] of repeated) {
      if (place !== said.place) {
        words.add(said.words);
      }
    }
  }
  return (message) => {
    const said = stringIn(message) ?? saidIn(message, details);
    const [only] = said;
    if (only === undefined) {
      return '';
    }
    if (
      said.length === 1 &&
      repeated.size === 0 &&
      (given[0]?.place ?? only.place) === only.place
    ) {
      given.push(only);
      return only.words;
    }
    let added = '';
    for (const { place, words } of said) {
      const news = wordsOfOthers(place).rest(words);
      // What another place of the same message says is the same, be it in other words.
      if (added === '' && news !== '') {
        added = news;
        give({ place, words: news });
      }
    }
    return added;
  };
}

const nothing: readonly Said[] = [];

/**
 * What a message says that has a string in one place at most, as most deltas do; undefined for any other. To look into
 * each place takes several times as long.
 */
function stringIn({
  reasoning_content: own,
  reasoning,
  reasoning_text: text,
  thinking,
  reasoning_details: details,
  thinking_blocks: blocks,
  content,
}: WireObject): readonly Said[] | undefined {
  const isPlain =
    isNothing(text) &&
    isNothing(thinking) &&
    isNothing(details) &&
    isNothing(blocks) &&
    (isString(content) || isNothing(content));
  if (!isPlain) {
    return undefined;
  }
  if (isNothing(reasoning)) {
    return isNothing(own)
      ? nothing
      : isString(own)
        ? [{ place: 'reasoning_content', words: own }]
        : undefined;
  }
  return isNothing(own) && isString(reasoning)
    ? [{ place: 'reasoning', words: reasoning }]
    : undefined;
}

function isNothing(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** The places of a message that say something, in the order of their precedence. */
function saidIn(message: WireObject, details: ReasoningDetails): readonly Said[] {
  const said: Said[] = [];
  const note = (place: string, words: string): void => {
    if (words !== '') {
      said.push({ place, words });
    }
  };
  for (const place of fields) {
    note(place, wordsIn(message[place], 'reasoning', 'reasoning'));
  }
  const { reasoning_details: list, thinking_blocks: blocks, content } = message;
  note('reasoning_details', Array.isArray(list) ? details.read(list) : '');
  note('thinking_blocks', wordsIn(blocks, 'reasoning', 'reasoning'));
  note('content', wordsIn(content, 'reasoning'));
  return said;
}
