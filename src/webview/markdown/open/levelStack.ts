import type { Token } from 'markdown-it';
import type { BlockCommitter } from '../blockCommitter.ts';
import { type Block, inlineBlock, type ParsedSource, parseSource } from '../markdownParser.ts';
import { markTask, renderBlock } from '../render.ts';
import { createLevel, Diverged, isEnterable, isList, type Level } from './level.ts';
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

/** What lasts of an open block from one piece of text to the next. It never changes; each step makes another one. */
export interface StackState {
  /** From the outermost to the innermost. */
  readonly levels: readonly Level[];
  /** The reference labels that committed parts may use and nothing had defined. */
  readonly missedLabels: ReadonlySet<string>;
  /** The nodes that are shown as open. */
  readonly shown: readonly ChildNode[];
  /** How many cells the parser has filled up in committed rows. */
  readonly emptyCells: number;
}

/** The levels of an open block on the page. */
export class LevelStack {
  /** May be set to what it was before. The nodes on the page are up to the caller then. */
  state: StackState = { levels: [], missedLabels: new Set(), shown: [], emptyCells: 0 };
  readonly #committer: BlockCommitter;
  #parsed: ParsedSource = parseSource('');
  #current: readonly Current[] = [];

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
    this.state.shown.forEach((node) => node.remove());
    this.state = { ...this.state, shown: [] };
  }

  /** The level at `index`; throws `Diverged` where there is none. */
  level(index: number): Level {
    const level = this.state.levels[index];
    if (level === undefined) {
      throw new Diverged();
    }
    return level;
  }

  /** Puts a level in the place of the one at `index`. */
  replace(index: number, level: Level): void {
    this.state = { ...this.state, levels: this.state.levels.with(index, level) };
  }

  /** Leaves the levels from `count` on. */
  leave(count: number): void {
    this.state = { ...this.state, levels: this.state.levels.slice(0, count) };
  }

  /** Adds a level for a block if parts of it can be committed; returns whether it did. */
  enter(block: Block): boolean {
    const { lines } = this.#parsed;
    const { levels } = this.state;
    if (!isEnterable(block, lines)) {
      return false;
    }
    const isBefore = ({ block: { type, startLine } }: Current): boolean =>
      type === 'blockquote_open' || (type === 'list_item_open' && startLine === block.startLine);
    const level = createLevel(block, {
      lines,
      markersBefore: this.#current.slice(0, levels.length).filter(isBefore).length,
      render: (head) => this.#render(head, true),
    });
    if (level !== undefined) {
      const outer = levels.at(-1);
      if (outer === undefined) {
        this.#committer.commitNode(level.node);
      } else {
        outer.parts.append(level.node);
      }
      this.state = { ...this.state, levels: [...levels, level] };
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
      this.replace(index, { ...level, loose: true });
      loosen(level.parts);
    }
    return this.level(index);
  }

  /** Puts parts of the level at `index` on the page permanently. */
  commit(index: number, parts: readonly Block[]): void {
    const level = this.level(index);
    this.#committer.define(parts, this.#parsed.definitions);
    for (const part of parts) {
      this.#setLoose(index, part, false);
      level.parts.append(this.#render(part, true));
      if (level.type === 'list_item_open' && level.committed === 0 && part === parts[0]) {
        markTask(level.node);
      } else if (level.type === 'table_open') {
        this.#countEmptyCells(part);
      }
    }
    this.replace(index, { ...level, committed: level.committed + parts.length });
  }

  /** Puts the next piece of the paragraph at `index` on the page permanently. */
  commitText(index: number, text: string): void {
    const level = this.level(index);
    if (text !== '') {
      appendInline(level.node, this.#render(inlineBlock(text), true), level.withinLine);
      const committed = level.committed + text.length;
      this.replace(index, { ...level, committed, withinLine: !text.endsWith('\n') });
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

  #append({ parts }: Level, content: DocumentFragment): void {
    this.state = { ...this.state, shown: [...this.state.shown, ...content.childNodes] };
    parts.append(content);
  }

  /** Definitions in the open source count for open parts only. */
  #render(block: Block, isCommitted = false): DocumentFragment {
    const { definitions } = this.#parsed;
    const { content, missedLabels } = renderBlock(
      block,
      (label) => this.#committer.lookUp(label) ?? (isCommitted ? undefined : definitions[label]),
    );
    if (isCommitted && missedLabels.size > 0) {
      const all = new Set([...this.state.missedLabels, ...missedLabels]);
      this.state = { ...this.state, missedLabels: all };
    }
    return content;
  }

  /**
   * Decides whether the paragraphs directly inside a list item are those of a loose list. The
   * parser cannot: it does not see the committed items.
   */
  #setLoose(index: number, part: Block, isShown: boolean): void {
    const listIndex = isList(this.level(index).type) ? index : index - 1;
    const list = this.state.levels[listIndex];
    if (list !== undefined && isList(list.type)) {
      const level = (part.tokens[0]?.level ?? 0) + (listIndex === index ? 1 : 0);
      setLoose(part, level, list.loose || (isShown && this.#current[listIndex]?.isLoose === true));
    }
  }

  /** Whether the blocks of a list, with or without one on an incomplete line, make it loose. */
  #isLoose(index: number, block: Block, withIncomplete: boolean): boolean {
    const { lines } = this.#parsed;
    const around = this.state.levels.slice(0, index);
    const quotes = around.filter(({ type }) => type === 'blockquote_open');
    const end = withIncomplete ? lines.length : lines.length - 1;
    return isLoose(block, { lines, end, quotes: quotes.length });
  }

  #countEmptyCells({ tokens }: Block): void {
    const emptyCells = this.state.emptyCells + tokens.filter(isEmptyCell).length;
    this.state = { ...this.state, emptyCells };
    if (emptyCells > maxEmptyCells) {
      throw new Diverged();
    }
  }
}

function isEmptyCell({ type, content }: Token): boolean {
  return type === 'inline' && content === '';
}
