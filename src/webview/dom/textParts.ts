import { startOf } from '../../shared/visibleText.ts';
import { element } from './element.ts';

/**
 * The most UTF-16 code units in one part. The browser lays out the text of an element as a whole:
 * megabytes of text, or of characters that are drawn over each other, would block the page.
 */
const maxPartLength = 2048;

/**
 * The 512 combining marks in a row that one part has at most, where more follow: the time to lay them out grows with the
 * square of their number. From the character before them, so that each is looked at once.
 */
const maxMarks = /(?:^|\P{M})\p{M}{512}(?=\p{M})/u;

/** How a text is divided. */
interface Division {
  /** The attributes of each part. */
  readonly attributes: Readonly<Record<string, string>>;
  /** The last place before `end` at which a part should end; 0 for none. */
  readonly cutBefore: (text: string, end: number) => number;
}

/** Lines: cut after a line, else after a word. Each part has the direction of its own text. */
const lines: Division = {
  attributes: { class: 'text-part', dir: 'auto' },
  cutBefore: (text, end) =>
    text.lastIndexOf('\n', end - 1) + 1 || text.lastIndexOf(' ', end - 1) + 1,
};

/** One line: cut anywhere. */
const line: Division = { attributes: { class: 'line-part' }, cutBefore: () => 0 };

/**
 * Appends text to `parent`, which contains only such text. It is divided into elements of bounded
 * length, which the browser lays out one by one; copied, they are one text. The division depends
 * only on the whole text, not on how it was appended.
 */
export function appendText(parent: Element, text: string): void {
  append(parent, text, lines);
}

/** Like `appendText`, for a line that is not divided on the screen. */
export function appendLineText(parent: Element, text: string): void {
  append(parent, text, line);
}

/** The parts into which `appendText` divides a text. */
export function textParts(text: string): readonly string[] {
  return partsOf(text, lines.cutBefore);
}

/** Whether a line of this length has to be divided: shorter ones cost little, even of combining marks. */
export function isLongLine(length: number): boolean {
  return length > maxPartLength / 2;
}

/** Removes the first `length` code units of text that was appended to `parent`. */
export function dropText(parent: Element, length: number): void {
  let left = length;
  for (let part = parent.firstChild; part !== null && left > 0; part = parent.firstChild) {
    const text = part.firstChild;
    if (text instanceof Text && text.length > left) {
      text.deleteData(0, left);
      return;
    }
    left -= text instanceof Text ? text.length : 0;
    part.remove();
  }
}

function append(parent: Element, text: string, { attributes, cutBefore }: Division): void {
  if (text === '') {
    return;
  }
  const last = parent.lastChild?.firstChild;
  let rest = text;
  if (last instanceof Text) {
    const all = last.length + text.length <= maxPartLength ? last.data + text : undefined;
    if (all !== undefined && cutOf(all, cutBefore) === all.length) {
      last.appendData(text);
      return;
    }
    // Not as part of the text that follows, which would copy all of it.
    const room = last.data + text.slice(0, maxPartLength + 1);
    const cut = cutOf(room, cutBefore);
    rest = cut < last.length ? last.data.slice(cut) + text : text.slice(cut - last.length);
    setText(last, room.slice(0, cut));
  }
  const added = document.createDocumentFragment();
  for (const part of partsOf(rest, cutBefore)) {
    added.append(element('span', attributes, [part]));
  }
  parent.append(added);
}

function partsOf(text: string, cutBefore: Division['cutBefore']): readonly string[] {
  const parts: string[] = [];
  for (let rest = text; rest !== '';) {
    const cut = cutOf(rest, cutBefore);
    parts.push(rest.slice(0, cut));
    rest = rest.slice(cut);
  }
  return parts;
}

/** Where the first part of `text` ends. A surrogate pair stays whole. */
function cutOf(text: string, cutBefore: Division['cutBefore']): number {
  const marks = endOfMarks(text.slice(0, maxPartLength));
  if (marks !== undefined || text.length <= maxPartLength) {
    return marks ?? text.length;
  }
  return cutBefore(text, maxPartLength) || startOf(text, maxPartLength).length;
}

/** Where combining marks in a row are too many, if they are. */
function endOfMarks(text: string): number | undefined {
  const found = mayHaveMarks(text) ? maxMarks.exec(text) : null;
  return found === null ? undefined : found.index + found[0].length;
}

/**
 * Whether 512 combining marks may be in a row: then so are eight in a row of the characters at every 64th place. Few
 * are looked at, because a property of a character takes long to find: 0.1 s for a megabyte of Thai.
 */
function mayHaveMarks(text: string): boolean {
  let marks = 0;
  for (let index = 0; index < text.length && marks < 8; index += 64) {
    marks = /^.?\p{M}/su.test(text.slice(Math.max(0, index - 1), index + 2)) ? marks + 1 : 0;
  }
  return marks === 8;
}

/** Sets the data of a text node; a selection in the text that stays is kept. */
function setText(text: Text, data: string): void {
  if (data.startsWith(text.data)) {
    text.appendData(data.slice(text.length));
  } else {
    text.deleteData(data.length, text.length - data.length);
  }
}
