import type { BlockCommitter } from '../blockCommitter.ts';
import { type Block, inlineBlock, type ParsedSource, parseSource } from '../markdownParser.ts';
import { markTask, renderBlock } from '../render.ts';
import { createLevel, isEnterable } from './createLevel.ts';
import { Diverged, isList, type Level } from './level.ts';
import { isLoose, loosen, setLoose } from './looseList.ts';
import { appendInline } from './openText.ts';

/** The block of a level in the source that was parsed last. */
interface Current {
  readonly block: Block;
  /** Whether the open part of a list is shown as loose. */
  readonly isLoose: boolean;
}

/** The parser ends a table in which it has filled up more cells than this. */
const maxEmptyCells = 65_536;

/** The levels of an open block on the page, from the outermost to the innermost. */
export class LevelStack {
  readonly levels: Level[] = [];
  /** The reference labels that committed parts may use and nothing had defined. */
  readonly missedLabels = new Set<string>();
  readonly #committer: BlockCommitter;
  #parsed: ParsedSource = parseSource('');
  #current: readonly Current[] = [];
  #shown: ChildNode[] = [];
  #emptyCells = 0;

  /** Starts without a level. */
  constructor(committer: BlockCommitter) {
    this.#committer = committer;
  }

  /** Starts over with a new parsed source. What is shown as open is removed. */
  start(parsed: ParsedSource): void {
    this.hide();
    this.#parsed = parsed;
    this.#current = [];
  }

  /** Removes what is shown as open. */
  hide(): void {
    this.#shown.forEach((node) => node.remove());
    this.#shown = [];
  }

  /** The level at `index`; throws `Diverged` where there is none. */
  level(index: number): Level {
    const level = this.levels[index];
    if (level === undefined) {
      throw new Diverged();
    }
    return level;
  }

  /** Adds a level for a block if parts of it can be committed; returns whether it did. */
  enter(block: Block): boolean {
    const { lines } = this.#parsed;
    if (!isEnterable(block, lines)) {
      return false;
    }
    const isBefore = ({ block: { type, startLine } }: Current): boolean =>
      type === 'blockquote_open' || (type === 'list_item_open' && startLine === block.startLine);
    const level = createLevel(block, {
      lines,
      markersBefore: this.#current.slice(0, this.levels.length).filter(isBefore).length,
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
   * Sets the block that the parser sees now for the level at `index`. A list that it shows to be
   * loose becomes so on the page. Throws `Diverged` where the block is of another kind. With
   * `isFinal` the last line counts as complete.
   */
  update(index: number, block: Block, isFinal = false): Level {
    const level = this.level(index);
    const isHeading = block.type === 'heading_open' && level.type === 'paragraph_open';
    if (block.type !== level.type && !isHeading) {
      throw new Diverged();
    }
    const isShownLoose = isList(level.type) && this.#isLoose(index, block, true);
    this.#current = [...this.#current.slice(0, index), { block, isLoose: isShownLoose }];
    if (isShownLoose && !level.loose && this.#isLoose(index, block, isFinal)) {
      level.loose = true;
      loosen(level.parts);
    }
    return level;
  }

  /** Puts parts of the level at `index` on the page permanently. */
  commit(index: number, parts: readonly Block[]): void {
    const level = this.level(index);
    this.#committer.define(parts, this.#parsed.definitions);
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

  /** Puts the next piece of a paragraph on the page permanently. */
  commitText(level: Level, text: string): void {
    if (text !== '') {
      appendInline(level.node, this.#render(inlineBlock(text), true), level.withinLine);
      level.committed += text.length;
      level.withinLine = !text.endsWith('\n');
    }
  }

  /** Shows parts of the level at `index` as open. */
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

  /** Saves the state. The result restores it; the nodes on the page are up to the caller. */
  saveState(): () => void {
    const levels = this.levels.map((level) => ({ ...level }));
    const missedLabels = [...this.missedLabels];
    const [shown, emptyCells] = [this.#shown, this.#emptyCells];
    return () => {
      this.levels.splice(0, this.levels.length, ...levels);
      this.missedLabels.clear();
      missedLabels.forEach((label) => this.missedLabels.add(label));
      [this.#shown, this.#emptyCells] = [shown, emptyCells];
    };
  }

  #append({ parts }: Level, content: DocumentFragment): void {
    this.#shown.push(...content.childNodes);
    parts.append(content);
  }

  /** Definitions in the open source count for open parts only. */
  #render(block: Block, isCommitted = false): DocumentFragment {
    const { definitions } = this.#parsed;
    const { content, missedLabels } = renderBlock(
      block,
      (label) => this.#committer.lookUp(label) ?? (isCommitted ? undefined : definitions[label]),
    );
    if (isCommitted) {
      missedLabels.forEach((label) => this.missedLabels.add(label));
    }
    return content;
  }

  /**
   * Decides whether the paragraphs directly inside a list item are those of a loose list. The
   * parser cannot: it does not see the committed items.
   */
  #setLoose(index: number, part: Block, isShown: boolean): void {
    const listIndex = isList(this.level(index).type) ? index : index - 1;
    const list = this.levels[listIndex];
    if (list !== undefined && isList(list.type)) {
      const level = (part.tokens[0]?.level ?? 0) + (listIndex === index ? 1 : 0);
      setLoose(part, level, list.loose || (isShown && this.#current[listIndex]?.isLoose === true));
    }
  }

  /** Whether the blocks of a list, with or without one on an incomplete line, make it loose. */
  #isLoose(index: number, block: Block, withIncomplete: boolean): boolean {
    const { lines } = this.#parsed;
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
