import type { TextPlace } from './textPlace.ts';

/**
 * What a mark does where it counts: it begins or ends the reasoning, the answer, or the whole message. One of the message
 * of somebody else never counts.
 */
export type MarkRole =
  'think' | 'endThink' | 'answer' | 'endAnswer' | 'turn' | 'endTurn' | 'otherTurn';

/** What the words in the name of a special token say. Between them stand `_`, `▁` and the like. */
const words = {
  end: /^(?:end(?:of\w*)?|eo[a-z]|close|suffix|return)$/,
  /** Some models end their message with the mark of the next one. */
  next: /^(?:user|observation)$/,
  thought: /^(?:think|thinking|thoughts?|reasoning|inner)$/,
  answer: /^(?:answer|response|solution|box)$/,
  turn: /^(?:begin|beginning|start|bos|open|im|turn|assistant|model|chatbot|message|content|header|role|sentence|text|document|utterance|generation|of|id|sep|middle|token)$/,
  /** Of what is no text: calls of tools, pictures, code to fill in. */
  other:
    /^(?:tools?|calls?|action|functions?|python|constrain|image|img|vision|audio|video|fim|file|repo|object|quad|system)$/,
};

/** The role of a special token such as `<|end_of_thought|>`, by its name; undefined if it is none of these. */
export function tokenRole(name: string): MarkRole | undefined {
  const said = name.toLowerCase().match(/[a-z]+/g) ?? [];
  const has = (those: RegExp): boolean => said.some((word) => those.test(word));
  if (has(words.other)) {
    return undefined;
  }
  const isEnd = name.startsWith('/') || has(words.end);
  if (has(words.thought)) {
    return isEnd ? 'endThink' : 'think';
  }
  if (has(words.answer)) {
    return isEnd ? 'endAnswer' : 'answer';
  }
  if (isEnd || has(words.next)) {
    return said.length === 0 ? undefined : 'endTurn';
  }
  return said.length > 0 && said.every((word) => words.turn.test(word)) ? 'turn' : undefined;
}

/** What the name of a tag in the form of markup is. As any markup may have such names, they are few. */
const tags: readonly (readonly [RegExp, MarkRole, MarkRole])[] = [
  // Also `<longcat_think>` and `<think_fast>`; Doubao has a name with a number of 32 digits.
  [
    /^(?:think|thinking|thought|reason|reasoning)$|^[a-z]+_think(?:ing)?$|^think_\w+$/,
    'think',
    'endThink',
  ],
  [/^(?:(?:final_)?(?:answer|response|output)|s)$/, 'answer', 'endAnswer'],
  [/^eo[a-z]$/, 'endTurn', 'endTurn'],
];

/** The role of a tag in the form of markup, by its name with a slash and a namespace, such as `/mm:think`. */
export function tagRole(name: string): MarkRole | undefined {
  const isClosing = name.startsWith('/');
  const [first = '', last = first] = name
    .slice(isClosing ? 1 : 0)
    .toLowerCase()
    .split(/[:|]/, 2);
  const found =
    tags.find(([names]) => names.test(last)) ?? (first === 'think' ? tags[0] : undefined);
  return found?.[isClosing ? 2 : 1];
}

/** Whether a tag in the form of markup is a special token by its name, such as `<end_of_turn>`. */
export function isTokenName(name: string): boolean {
  return /^(?:start|begin|beginning|end)_of_[a-z_]+$/i.test(name);
}

/** The words of the header of gpt-oss, without `<|start|>`, `<|channel|>` and `<|message|>`. */
const openings: readonly string[] = ['analysis', 'assistantanalysis'];
const opening = /^(?:assistant)?analysis[^a-z\s.,:;!?)\]}_/=-]/;
const answerMark = 'assistantfinal';

/** In characters. */
const maxStartLength = 20;

/** As much of the start of a text as `beginsBare` reads. */
export function startOf(text: string): string {
  return text.trimStart().slice(0, maxStartLength);
}

/**
 * Whether a reply begins like one of gpt-oss whose special tokens the server has left out, so that the words between them
 * are glued to the text: `analysisWe need …assistantfinalHello`. Undefined if that takes more of its start. An identifier
 * may look like this, so that the reply is only known once both words are there.
 */
export function beginsBare(start: string): boolean | undefined {
  if (opening.test(start)) {
    return true;
  }
  return openings.some((words) => words.startsWith(start)) ? undefined : false;
}

/** The index after the next mark before the answer that ends after `from`, or of the end. It may begin in `tail`. */
export function answerMarkEnd(tail: string, text: string, from: number): number {
  if (from === 0) {
    const before = tail.slice(1 - answerMark.length);
    const seam = (before + text.slice(0, answerMark.length - 1)).indexOf(answerMark);
    if (seam !== -1) {
      return seam + answerMark.length - before.length;
    }
  }
  const index = text.indexOf(answerMark, from);
  return index === -1 ? text.length : index + answerMark.length;
}

/** What the mark may be glued to: the start of the line, or the end of a word or a sentence. */
const before = /(?:^\s*|[.!?…。！？]\s|[^\s"'`([{“‘«*_~|/#=<]["'`”’)\]}*_]{0,4})$/;
const after = /[^ \t.,:;!?)\]}”’»]/;

/**
 * Whether the answer begins at this place, before `next`: after the mark, unless that is in code or named in a sentence.
 */
export function isAnswerMark(place: TextPlace, next: string): boolean {
  const { tail } = place;
  const isMark =
    tail.endsWith(answerMark) && before.test(tail.slice(0, -answerMark.length)) && after.test(next);
  // Asked for last: to ask ends a run of backticks.
  return isMark && !place.isCode;
}
