import type { BlockCommitter } from '../blockCommitter.ts';
import { createLevel, isEnterable } from './createLevel.ts';
import { type Block, Diverged, inlineBlock, type Reading } from '../markdownParser.ts';
import { isLoose, loosen, setLoose } from './looseList.ts';
import { isList, type Level } from './level.ts';
import { appendInline } from './openText.ts';
import { markTask, renderBlock } from '../render.ts';

/** A level as it is read now. */
interface Seen {
  readonly block: Block;
  /** Whether what is open of a list is shown as loose. */
  readonly isLoose: boolean;
}

/** The parser ends a table in which it has filled up more cells than this. */
const maxEmptyCells = 65_536;

/** The levels of an open block on the page, from the outside in. */
export class LevelStack {
  readonly levels: Level[] = [];
  /** The reference labels that committed parts may use and nobody had defined. */
  readonly missedLabels = new Set<string>();
  readonly #committer: BlockCommitter;
  #reading: Reading = { source: '', lines: [], blocks: [], definitions: {} };
  #seen: readonly Seen[] = [];
  #shown: ChildNode[] = [];
  #emptyCells = 0;

  /** Starts without a level. */
  constructor(committer: BlockCommitter) {
    this.#committer = committer;
  }

  /** Begins with a new reading, of which nothing is shown yet. */
  take(reading: Reading): void {
    this.hide();
    this.#reading = reading;
    this.#seen = [];
  }

  /** Removes what is shown as open. */
  hide(): void {
    this.#shown.forEach((node) => node.remove());
    this.#shown = [];
  }

  /** Gives what brings back everything as it is, but for what stands on the page. */
  mark(): () => void {
    const levels = this.levels.map((level) => ({ ...level }));
    const [missed, shown, emptyCells] = [[...this.missedLabels], this.#shown, this.#emptyCells];
    return () => {
      this.levels.splice(0, this.levels.length, ...levels);
      this.missedLabels.clear();
      missed.forEach((label) => this.missedLabels.add(label));
      [this.#shown, this.#emptyCells] = [shown, emptyCells];
    };
  }

  /** The level at `index`; throws `Diverged` where there is none. */
  level(index: number): Level {
    const level = this.levels[index];
    if (level === undefined) {
      throw new Diverged();
    }
    return level;
  }

  /** Makes a block a further level, if it has a part that is finished. */
  enter(block: Block): boolean {
    const { lines } = this.#reading;
    if (!isEnterable(block, lines)) {
      return false;
    }
    const isBefore = ({ block: { type, startLine } }: Seen): boolean =>
      type === 'blockquote_open' || (type === 'list_item_open' && startLine === block.startLine);
    const level = createLevel(block, {
      lines,
      markersBefore: this.#seen.slice(0, this.levels.length).filter(isBefore).length,
      render: (head) => this.#render(head, true),
    });
    if (level !== undefined) {
      const outer = this.levels.at(-1);
      if (outer === undefined) {
        this.#committer.commitNode(level.node);
      } else {
        outer.parts.append(level.node);
      }
      this.levels.push(level);
    }
    return level !== undefined;
  }

  /**
   * Notes how the level at `index` is read; a list that turns out to be loose becomes so on the page.
   * Throws `Diverged` where the block is of another kind. Of a final one there is no incomplete line.
   */
  see(index: number, block: Block, isFinal = false): Level {
    const level = this.level(index);
    const isHeading = block.type === 'heading_open' && level.type === 'paragraph_open';
    if (block.type !== level.type && !isHeading) {
      throw new Diverged();
    }
    const isSeenLoose = isList(level.type) && this.#isLoose(index, block, true);
    this.#seen = [...this.#seen.slice(0, index), { block, isLoose: isSeenLoose }];
    if (isSeenLoose && !level.loose && this.#isLoose(index, block, isFinal)) {
      level.loose = true;
      loosen(level.parts);
    }
    return level;
  }

  /** Puts parts of the level at `index` on the page for good. */
  commit(index: number, parts: readonly Block[]): void {
    const level = this.level(index);
    this.#committer.define(parts, this.#reading.definitions);
    for (const part of parts) {
      this.#setLoose(index, part, false);
      level.parts.append(this.#render(part, true));
      level.committed += 1;
      if (level.type === 'list_item_open' && level.committed === 1) {
        markTask(level.node);
      } else if (level.type === 'table_open') {
        this.#countEmptyCells(part);
      }
    }
  }

  /** Puts a piece of a paragraph on the page for good. */
  commitText(level: Level, text: string): void {
    if (text !== '') {
      appendInline(level.node, this.#render(inlineBlock(text), true), level.withinLine);
      level.committed += text.length;
      level.withinLine = !text.endsWith('\n');
    }
  }

  /** Shows parts as open. */
  show(index: number, parts: readonly Block[]): void {
    for (const part of parts) {
      this.#setLoose(index, part, true);
      this.#append(this.level(index), this.#render(part));
    }
  }

  /** Shows the rest of a paragraph as open. */
  showText(level: Level, text: string): void {
    this.#append(level, this.#render(inlineBlock(text)));
  }

  #append({ parts }: Level, content: DocumentFragment): void {
    this.#shown.push(...content.childNodes);
    parts.append(content);
  }

  #render(block: Block, isCommitted = false): DocumentFragment {
    const { definitions } = this.#reading;
    const { content, missedLabels } = renderBlock(
      block,
      (label) => this.#committer.find(label) ?? (isCommitted ? undefined : definitions[label]),
    );
    if (isCommitted) {
      missedLabels.forEach((label) => this.missedLabels.add(label));
    }
    return content;
  }

  /** Paragraphs right in a list's items are rendered by what is known of the list, not of its rest. */
  #setLoose(index: number, part: Block, isShown: boolean): void {
    const listIndex = isList(this.level(index).type) ? index : index - 1;
    const list = this.levels[listIndex];
    if (list !== undefined && isList(list.type)) {
      const level = (part.tokens[0]?.level ?? 0) + (listIndex === index ? 1 : 0);
      setLoose(part, level, list.loose || (isShown && this.#seen[listIndex]?.isLoose === true));
    }
  }

  /** Whether the blocks of a list show that it is loose, with or without one on an incomplete line. */
  #isLoose(index: number, block: Block, withIncomplete: boolean): boolean {
    const { lines } = this.#reading;
    const quotes = this.levels.slice(0, index).filter(({ type }) => type === 'blockquote_open');
    const end = withIncomplete ? lines.length : lines.length - 1;
    return isLoose(block, { lines, end, quotes: quotes.length });
  }

  #countEmptyCells({ tokens }: Block): void {
    this.#emptyCells += tokens.filter(
      ({ type, content }) => type === 'inline' && content === '',
    ).length;
    if (this.#emptyCells > maxEmptyCells) {
      throw new Diverged();
    }
  }
}
