import { isRecord, isString, type WireObject } from '../../shared/guards.ts';
import { RepeatedText } from '../../shared/reasoning/repeatedText.ts';
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
    const said = saidIn(message, details);
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

/**
 * The text of a message or a delta (`docs/service-interface.md`, "Chat completion object" 2): that in `content`, with a
 * refusal after it. A value of another type counts as no text.
 */
export function messageText({ content, refusal }: WireObject): string {
  const text = isString(content) ? content : wordsIn(content, 'text');
  return isString(refusal) ? text + refusal : text;
}

type Kind = 'text' | 'reasoning';

/** Parts have parts with words in them; no service nests them deeper. */
const maxDepth = 5;

/** The names of the fields with words, in the order in which they are looked at: only one of them is read. */
const wordFields: Readonly<Record<Kind, readonly string[]>> = {
  text: ['text', 'content', 'refusal', 'parts', 'value'],
  reasoning: ['thinking', 'reasoning'],
};

const anyFields = [...wordFields.reasoning, 'summary', ...wordFields.text];

/**
 * The text, or the reasoning, in a value of any form: a string, a part, or a list of these. What has no type is of the
 * kind `kindSoFar`, that of what it is in.
 */
function wordsIn(value: unknown, wanted: Kind, kindSoFar: Kind = 'text', depth = maxDepth): string {
  if (isString(value)) {
    return kindSoFar === wanted ? value : '';
  }
  if (depth === 0) {
    return '';
  }
  if (Array.isArray(value)) {
    const parts: readonly unknown[] = value;
    let words = '';
    for (const part of parts) {
      words += wordsIn(part, wanted, kindSoFar, depth - 1);
    }
    return words;
  }
  const kind = isRecord(value) ? kindOf(value, kindSoFar) : undefined;
  if (!isRecord(value) || kind === undefined || (kind === 'reasoning' && wanted === 'text')) {
    return '';
  }
  if (kind === 'reasoning') {
    return firstWords(value, anyFields, (field) => wordsIn(field, wanted, kind, depth - 1));
  }
  const own = firstWords(value, wordFields[wanted], (field) =>
    wordsIn(field, wanted, wanted, depth - 1),
  );
  return own !== '' || wanted === 'text'
    ? own
    : firstWords(value, wordFields.text, (field) =>
        isString(field) ? '' : wordsIn(field, wanted, kind, depth - 1),
      );
}

/** `{ "effort": "high", "summary": "auto" }` repeats what was asked for. */
const askedSummary = /^(?:auto|concise|detailed|none)$/;

function firstWords(
  part: WireObject,
  fields: readonly string[],
  read: (field: unknown) => string,
): string {
  for (const name of fields) {
    const words = read(part[name]);
    if (words !== '' && !(name === 'summary' && askedSummary.test(words))) {
      return words;
    }
  }
  return '';
}

/** The kind of a part by its type, such as `output_text` and `reasoning.summary`; undefined for images and the like. */
function kindOf({ type, thought }: WireObject, kindSoFar: Kind): Kind | undefined {
  const name = isString(type) ? type.slice(0, 40) : '';
  // Google marks its reasoning with `thought: true`.
  if (kindSoFar === 'reasoning' || /think|reason|thought/.test(name) || thought === true) {
    return 'reasoning';
  }
  return name === '' || /(?:^|[._-])(?:text|refusal|message)(?:$|[._-])/.test(name)
    ? 'text'
    : undefined;
}
