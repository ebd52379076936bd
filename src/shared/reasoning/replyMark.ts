import { createCharacterFinder } from './textPlace.ts';
import { isTokenName, tagRole, tokenRole, type MarkRole } from './markWords.ts';

/**
 * A mark that a model puts into the text of a reply (`docs/service-interface.md`, "Reasoning in the text" 1). It is
 * known by its form and by the words in its name, as each new model has names of its own.
 */
export interface ReplyMark {
  /** Where it ends in the text that it was found in. */
  readonly end: number;
  readonly role: MarkRole;
  /** Reasoning ends with a mark of the family that it began with. All special tokens are one family. */
  readonly family: string;
  /** A special token may stand within a line, once one was used. */
  readonly isToken: boolean;
  /** It stands between the messages of a reply, so that what follows is a paragraph of its own. */
  readonly isHeader: boolean;
}

/** The family of the phrases of Granite. They only count once both are there, as any reply may have the first. */
export const phraseFamily = 'phrase';

const phrases: ReadonlyMap<string, MarkRole> = new Map([
  ['Here is my thought process:', 'think'],
  ["Here's my thought process:", 'think'],
  ['Here is my response:', 'endThink'],
  ["Here's my response:", 'endThink'],
]);

/** Marks that have a form of their own, with their families. */
const others: ReadonlyMap<string, readonly [MarkRole, string]> = new Map([
  // Mistral
  ['[THINK]', ['think', '[]']],
  ['[/THINK]', ['endThink', '[]']],
  // Apriel, which opens no reasoning
  ['[BEGIN FINAL RESPONSE]', ['endThink', '[]']],
  ['[END FINAL RESPONSE]', ['endAnswer', '[]']],
  // Kimi
  ['◁think▷', ['think', '|']],
  ['◁/think▷', ['endThink', '|']],
  // Gemma
  ['<|channel>thought', ['think', '|']],
  ['<channel|>', ['endThink', '|']],
  ['<|turn>model', ['turn', '|']],
  ['<turn|>', ['endTurn', '|']],
  // MedGemma and InternLM, whose special tokens have no names of their own
  ['<unused94>thought', ['think', '|']],
  ['<unused95>', ['endThink', '|']],
  ['[UNUSED_TOKEN_145]', ['endTurn', '|']],
]);

const starts = '<[◁';
const phraseStart = 'H';

const nextMark = createCharacterFinder(starts);
const nextMarkOrPhrase = createCharacterFinder(starts + phraseStart);

/**
 * The first index from `from` on at which a mark may begin, or with `hasPhrases` a phrase; -1 if there is none.
 */
export function nextMarkStart(text: string, from: number, hasPhrases: boolean): number {
  return hasPhrases ? nextMarkOrPhrase(text, from) : nextMark(text, from);
}

/**
 * The mark at `index` of `text`; `partial` if the text ends within what may be one, or may become a longer one, unless
 * nothing follows (`isEnd`); undefined if there is none. Takes the same time for every text.
 */
export function markAt(
  text: string,
  index: number,
  isEnd: boolean,
): ReplyMark | 'partial' | undefined {
  const start = text.charAt(index);
  const found =
    start === phraseStart
      ? phraseAt(text, index)
      : (otherAt(text, index) ?? (start === '◁' ? undefined : angleAt(text, index, isEnd)));
  return found === 'partial' && isEnd ? undefined : found;
}

type Found = ReplyMark | 'partial' | undefined;

function phraseAt(text: string, index: number): Found {
  const end = literalAt(text, index, [...phrases.keys()]);
  const role = typeof end === 'number' ? phrases.get(text.slice(index, end)) : undefined;
  return typeof end === 'number' && role !== undefined
    ? { end, role, family: phraseFamily, isToken: false, isHeader: false }
    : partialOf(end);
}

function otherAt(text: string, index: number): Found {
  const end = literalAt(text, index, [...others.keys()]);
  const [role, family] =
    (typeof end === 'number' ? others.get(text.slice(index, end)) : undefined) ?? [];
  if (typeof end === 'number' && role !== undefined && family !== undefined) {
    return { end, role, family, isToken: family === '|', isHeader: false };
  }
  // What begins like one of these may be a tag of another form, which is also known when it is whole.
  return partialOf(end);
}

function partialOf(end: number | 'partial' | undefined): 'partial' | undefined {
  return end === 'partial' ? end : undefined;
}

/** The end of the one of these texts that is at `index`; `partial` if the text ends within one. */
function literalAt(
  text: string,
  index: number,
  literals: readonly string[],
): number | 'partial' | undefined {
  const found = literals.find((literal) => text.startsWith(literal, index));
  if (found !== undefined) {
    return index + found.length;
  }
  const left = text.length - index;
  const isPartial =
    left < longestLiteral && literals.some((literal) => literal.startsWith(text.slice(index)));
  return isPartial ? 'partial' : undefined;
}

const longestLiteral = 40;

/** A name between brackets, `isToken` if it is between bars, too. */
interface Bracketed {
  readonly name: string;
  readonly end: number;
  readonly isToken: boolean;
}

const maxNameLength = 50;
/** Slashes and a bar before a name. */
const maxEdgeLength = 3;

/**
 * A tag such as `</think>`, or a special token such as `<|im_end|>`. DeepSeek has wide bars, EXAONE `[|endofturn|]`. What
 * ends something may have its slash before or after the bar, or twice. The name then has it first, and once.
 */
function bracketedAt(text: string, index: number): Bracketed | 'partial' | undefined {
  const isAngle = text.charAt(index) === '<';
  const start = endOf(text, index + 1, maxEdgeLength, isOfEdge);
  if (start === text.length) {
    return 'partial';
  }
  const edge = text.slice(index + 1, start);
  const bar = edge.replaceAll('/', '');
  if (bar.length > 1 || (!isAngle && edge !== '|')) {
    return undefined;
  }
  let end = start;
  while (end - start < maxNameLength && isOfName(text.charCodeAt(end), bar)) {
    end += 1;
  }
  const name = `${edge === bar ? '' : '/'}${text.slice(start, end)}`;
  const close = `${bar}${isAngle ? '>' : ']'}`;
  if (text.startsWith(close, end)) {
    return { name, end: end + close.length, isToken: bar !== '' || isTokenName(name) };
  }
  return close.startsWith(text.slice(end, end + close.length)) ? 'partial' : undefined;
}

const [slash, colon, underscore, dash, lowLine, verticalBar, wideBar] = [
  0x2f, 0x3a, 0x5f, 0x2d, 0x2581, 0x7c, 0xff5c,
];

function isOfEdge(code: number): boolean {
  return code === slash || code === verticalBar || code === wideBar;
}

/** Letters, digits, and what stands between words, which a bar may in a tag without any at its ends. */
function isOfName(code: number, bar: string): boolean {
  return (
    (code >= 0x61 && code <= 0x7a) ||
    (code >= 0x41 && code <= 0x5a) ||
    (code >= 0x30 && code <= 0x39) ||
    code === colon ||
    code === underscore ||
    code === dash ||
    code === lowLine ||
    (code === verticalBar && bar === '')
  );
}

function angleAt(text: string, index: number, isEnd: boolean): Found {
  const first = bracketedAt(text, index);
  if (first === undefined || first === 'partial') {
    return first;
  }
  const { name, end, isToken } = first;
  if (!isToken) {
    const role = tagRole(name);
    const family = name.replace('/', '').toLowerCase();
    return role === undefined ? undefined : { end, role, family, isToken, isHeader: false };
  }
  if (name === 'channel') {
    return channelAt(text, end);
  }
  const role = tokenRole(name);
  if (role !== 'turn' && role !== 'endTurn') {
    return role && tokenOf(end, role);
  }
  return headerAt(text, end, { isEnd, isClosing: role === 'endTurn' }) ?? tokenOf(end, role);
}

function tokenOf(end: number, role: MarkRole, isHeader = false): ReplyMark {
  return { end, role, family: '|', isToken: true, isHeader };
}

/** In characters. */
const maxRoleLength = 12;

/**
 * The rest of a header that begins with a token such as `<|start|>` before `index`: the role that is named there, and a
 * token after it. Kimi also names what begins and ends like this: `<|open|>think<|sep|>`. Undefined if there is no
 * header.
 */
function headerAt(
  text: string,
  index: number,
  { isEnd, isClosing }: { readonly isEnd: boolean; readonly isClosing: boolean },
): Found {
  const end = endOf(text, index, maxRoleLength, isLetter);
  if (end === text.length && !isEnd) {
    return 'partial';
  }
  const named = text.slice(index, end);
  const isModel = modelNames.test(named);
  const next = text.charAt(end) === '<' ? bracketedAt(text, end) : undefined;
  const role = /^(?:think|response)$/.test(named)
    ? tokenRole(`${isClosing ? '/' : ''}${named}`)
    : undefined;
  if (next === 'partial' && !isEnd) {
    return isModel || role !== undefined ? next : undefined;
  }
  const after = next === undefined || next === 'partial' || !next.isToken ? undefined : next;
  if (role !== undefined) {
    return after && tokenOf(after.end, role);
  }
  if (!isModel || isClosing) {
    return !isClosing && otherNames.test(named) ? tokenOf(end, 'otherTurn', true) : undefined;
  }
  const header = tokenOf(end, 'turn', true);
  if (after?.name === 'channel') {
    const found = channelAt(text, after.end);
    return found === 'partial' && isEnd ? header : (found ?? header);
  }
  const nextRole = after && roleAfter(after.name);
  return after === undefined || nextRole === undefined
    ? header
    : tokenOf(after.end, nextRole, true);
}

/** From whom a message is said to be. */
const modelNames = /^(?:assistant|model)$/;
const otherNames = /^(?:system|user|tool|developer)$/;

/** The role of a token after the name of a role: it ends the header, or says what follows. */
function roleAfter(name: string): MarkRole | undefined {
  const role = tokenRole(name);
  return role === 'endTurn' ? (/header|role/.test(name) ? 'turn' : undefined) : role;
}

/** The name of a channel, and what it holds, in characters. */
const maxChannelLength = 20;
const maxFormatLength = 40;

/**
 * The rest of a header of gpt-oss, from the name of the channel on: `analysis` has reasoning, and every other one the
 * answer. After the name there may be a format. One with a recipient is a call of a tool, which stays text.
 */
function channelAt(text: string, index: number): Found {
  const nameEnd = endOf(text, index, maxChannelLength, isLetter);
  if (nameEnd === index) {
    return index === text.length ? 'partial' : undefined;
  }
  const formatEnd =
    text.charAt(nameEnd) === ' ' ? endOf(text, nameEnd, maxFormatLength, isWord) : nameEnd;
  const constrained = literalAt(text, formatEnd, ['<|constrain|>']);
  if (constrained === 'partial') {
    return 'partial';
  }
  const end =
    constrained === undefined ? formatEnd : endOf(text, constrained, maxFormatLength, isWord);
  const whole = literalAt(text, end, ['<|message|>']);
  if (typeof whole !== 'number') {
    return whole;
  }
  const isReasoning = text.slice(index, nameEnd).toLowerCase() === 'analysis';
  return tokenOf(whole, isReasoning ? 'think' : 'answer', true);
}

function endOf(
  text: string,
  start: number,
  maxLength: number,
  isPart: (code: number) => boolean,
): number {
  let end = start;
  while (end - start < maxLength && isPart(text.charCodeAt(end))) {
    end += 1;
  }
  return end;
}

function isLetter(code: number): boolean {
  return (code >= 0x61 && code <= 0x7a) || (code >= 0x41 && code <= 0x5a);
}

function isWord(code: number): boolean {
  return isLetter(code) || code === underscore || code === dash || code === 0x20;
}
