import { element } from '../dom/element.ts';

/** Few enough to be painted anew with every line that comes, in groups that are few themselves. */
const linesPerGroup = 32;

/**
 * The lines of a code that may grow, one box each, in groups, so that a longer code takes no longer
 * to lay out and paint at its end. Each box but the last ends with its line break: their texts
 * together are the code.
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

  /** How many lines there are; of nothing, none. */
  get count(): number {
    return this.#length === 0 ? 0 : this.#lines.length;
  }

  /** The box of a line, counted from 0. */
  line(index: number): HTMLElement | undefined {
    return this.#lines[index];
  }

  /**
   * Replaces everything from `offset` (in UTF-16 code units) on and touches nothing that stays the
   * same. Gives the index of the first line that now has another text.
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
    this.#cut(first + texts.length);
    this.#length = offset + code.length;
    return changed;
  }

  /** The line that holds `offset`, looked for from the end on, and the offset it starts at. */
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

  #groupFor(index: number): Element {
    const group = this.node.children[Math.floor(index / linesPerGroup)];
    return group ?? this.node.appendChild(element('span', { class: 'code-group' }));
  }

  /** Removes the lines from `count` on. */
  #cut(count: number): void {
    for (const line of this.#lines.splice(count)) {
      line.remove();
    }
    while (this.node.lastElementChild?.hasChildNodes() === false) {
      this.node.lastElementChild.remove();
    }
  }

  /** Whether the text of the line is the same but for its line break. */
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
      // In the colour of what stands before it, until the line is read again.
      end.appendData(text.slice(old.length));
    } else if (text !== old) {
      line.replaceChildren(text);
    }
    return text.replace('\n', '') === old.replace('\n', '');
  }
}

function lastText(line: HTMLElement): Text | undefined {
  const last = line.lastChild instanceof Element ? line.lastChild.lastChild : line.lastChild;
  return last instanceof Text ? last : undefined;
}
