import { element } from '../dom/element.ts';
import { appendGroup, removeGroup } from '../dom/groupSections.ts';
import { appendLineText, isLongLine } from '../dom/textParts.ts';

/**
 * The browser skips layout and paint for groups that are out of sight. Both numbers stay small: the
 * lines of the last group, which are painted again with each new line, and the groups.
 */
const linesPerGroup = 32;

/**
 * The lines of code that may grow, each in an element of its own, in groups, and these in sections. The cost of
 * a change at the end does not depend on the length of the code. Each line but the last one ends with its line
 * break: their texts, joined, are the code.
 */
export class CodeLines {
  readonly node = element('code');
  readonly #groups: HTMLElement[] = [];
  readonly #lines: HTMLElement[] = [];
  /** By line, with their line breaks. */
  readonly #lengths: number[] = [];
  #length = 0;

  /** Shows `code`. */
  constructor(code: string) {
    this.setFrom(0, code);
  }

  /** Length of the code in UTF-16 code units. */
  get length(): number {
    return this.#length;
  }

  /** Number of lines; 0 for empty code. */
  get count(): number {
    return this.#length === 0 ? 0 : this.#lines.length;
  }

  /** The text of the first line without its line break. */
  get first(): string {
    return (this.#lines[0]?.textContent ?? '').replace(/\n$/, '');
  }

  /** The same, if the line cannot grow. */
  get firstWhole(): string {
    return this.#lines.length > 1 ? this.first : '';
  }

  /** The element of a line, counted from 0. */
  line(index: number): HTMLElement | undefined {
    return this.#lines[index];
  }

  /** Length of a line with its line break, in UTF-16 code units. */
  lineLength(index: number): number {
    return this.#lengths[index] ?? 0;
  }

  /**
   * Replaces everything from `offset` (in UTF-16 code units) on; elements whose text stays the same
   * are left alone. Returns the index of the first line whose text, apart from its line break, has
   * changed.
   */
  setFrom(offset: number, code: string): number {
    const [first, start] = this.#lineAt(offset);
    const texts = code.split(/(?<=\n)/);
    if (texts.at(-1)?.endsWith('\n') === true) {
      texts.push('');
    }
    let changed = first + texts.length;
    for (const [index, text] of texts.entries()) {
      if (!this.#setLineFrom(first + index, index === 0 ? offset - start : 0, text)) {
        changed = Math.min(changed, first + index);
      }
    }
    this.#removeFrom(first + texts.length);
    this.#length = offset + code.length;
    return changed;
  }

  /** The line that contains `offset`, searched for from the end, and the offset of its start. */
  #lineAt(offset: number): readonly [index: number, start: number] {
    let start = this.#length;
    for (let index = this.#lines.length - 1; index >= 0; index -= 1) {
      start -= this.lineLength(index);
      if (start <= offset) {
        return [index, start];
      }
    }
    return [0, 0];
  }

  /**
   * Replaces the text of a line from `offset` on. Returns whether it is the same as before, apart
   * from its line break.
   */
  #setLineFrom(index: number, offset: number, text: string): boolean {
    const line = this.#lines[index];
    const oldLength = this.lineLength(index);
    this.#lengths[index] = offset + text.length;
    if (line === undefined) {
      const added = element('span', { class: 'code-line' });
      setLineText(added, text);
      this.#groupFor(this.#lines.length).append(added);
      this.#lines.push(added);
      return false;
    }
    if (offset === oldLength && isLongLine(offset)) {
      appendLineText(line, text);
      return text === '' || text === '\n';
    }
    return setLine(line, line.textContent.slice(0, offset) + text);
  }

  #groupFor(index: number): HTMLElement {
    let group = this.#groups[Math.floor(index / linesPerGroup)];
    if (group === undefined) {
      group = appendGroup(this.node, 'span', 'code');
      this.#groups.push(group);
    }
    return group;
  }

  /** Removes the lines from `index` on, and the groups and sections that are empty then. */
  #removeFrom(index: number): void {
    for (const line of this.#lines.splice(index)) {
      line.remove();
    }
    this.#lengths.splice(index);
    for (const group of this.#groups.splice(Math.ceil(index / linesPerGroup))) {
      removeGroup(group);
    }
  }
}

/** Sets the text of a line. Returns whether it is the same as before, apart from its line break. */
function setLine(line: HTMLElement, text: string): boolean {
  const old = line.textContent;
  const end = lastText(line);
  if (text === '' || isLongLine(text.length) || isLongLine(old.length) || end === undefined) {
    setLineText(line, text);
  } else if (text === `${old}\n`) {
    end.appendData('\n');
  } else if (old === `${text}\n`) {
    end.deleteData(end.length - 1, 1);
  } else if (text.startsWith(old)) {
    // The added text has the colour of the text before it until the line is coloured again.
    end.appendData(text.slice(old.length));
  } else if (text !== old) {
    setLineText(line, text);
  }
  return text.replace('\n', '') === old.replace('\n', '');
}

function setLineText(line: HTMLElement, text: string): void {
  line.replaceChildren(...(text === '' || isLongLine(text.length) ? [] : [text]));
  if (isLongLine(text.length)) {
    appendLineText(line, text);
  }
}

function lastText(line: HTMLElement): Text | undefined {
  const last = line.lastChild instanceof Element ? line.lastChild.lastChild : line.lastChild;
  return last instanceof Text ? last : undefined;
}
