import type { WireObject } from '../../shared/guards.ts';
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
    let added = '';
    for (const { place, words } of saidIn(message, details)) {
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
