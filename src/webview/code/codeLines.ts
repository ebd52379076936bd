import { element } from '../dom/element.ts';

/**
 * The browser skips layout and paint for groups that are out of sight. Both numbers stay small: the
 * lines of the last group, which are painted again with each new line, and the groups.
 */
const linesPerGroup = 32;

/**
 * The lines of code that may grow, each in an element of its own, in groups. The cost of a change
 * at the end does not depend on the length of the code. Each line but the last one ends with its
 * line break: their texts, joined, are the code.
 */
export class CodeLines {
  readonly node = element('code');
  readonly #lines: HTMLElement[] = [];
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

  /** The element of a line, counted from 0. */
  line(index: number): HTMLElement | undefined {
    return this.#lines[index];
  }

  /**
   * Replaces everything from `offset` (in UTF-16 code units) on; elements whose text stays the same
   * are left alone. Returns the index of the first line whose text, apart from its line break, has
   * changed.
   */
  setFrom(offset: number, code: string): number {
    const [first, start] = this.#lineAt(offset);
    const before = this.#lines[first]?.textContent.slice(0, offset - start) ?? '';
    const texts = `${before}${code}`.split(/(?<=\n)/);
    if (texts.at(-1)?.endsWith('\n') === true) {
      texts.push('');
    }
    let changed = first + texts.length;
    for (const [index, text] of texts.entries()) {
      if (!this.#setLine(first + index, text)) {
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
      start -= this.#lines[index]?.textContent.length ?? 0;
      if (start <= offset) {
        return [index, start];
      }
    }
    return [0, 0];
  }

  /**
   * Sets the text of a line. Returns whether it is the same as before, apart from its line break.
   */
  #setLine(index: number, text: string): boolean {
    const line = this.#lines[index];
    if (line === undefined) {
      const added = element('span', { class: 'code-line' }, text === '' ? [] : [text]);
      this.#groupFor(this.#lines.length).append(added);
      this.#lines.push(added);
      return false;
    }
    const old = line.textContent;
    const end = lastText(line);
    if (text === '') {
      line.replaceChildren();
    } else if (text === `${old}\n` && end !== undefined) {
      end.appendData('\n');
    } else if (old === `${text}\n` && end !== undefined) {
      end.deleteData(end.length - 1, 1);
    } else if (text.startsWith(old) && end !== undefined) {
      // The added text has the colour of the text before it until the line is coloured again.
      end.appendData(text.slice(old.length));
    } else if (text !== old) {
      line.replaceChildren(text);
    }
    return text.replace('\n', '') === old.replace('\n', '');
  }

  #groupFor(index: number): Element {
    const group = this.node.children[Math.floor(index / linesPerGroup)];
    return group ?? this.node.appendChild(element('span', { class: 'code-group' }));
  }

  /** Removes the lines from `index` on, and the groups that are empty then. */
  #removeFrom(index: number): void {
    for (const line of this.#lines.splice(index)) {
      line.remove();
    }
    while (this.node.lastElementChild?.hasChildNodes() === false) {
      this.node.lastElementChild.remove();
    }
  }
}

function lastText(line: HTMLElement): Text | undefined {
  const last = line.lastChild instanceof Element ? line.lastChild.lastChild : line.lastChild;
  return last instanceof Text ? last : undefined;
}
