import { unfold } from '../dom/unfold.ts';
import { absentPart, type AbsentParts, inView, keepingInView, rangeIn } from './textBlocks.ts';
import { FindBar } from './findBar.ts';
import { findPattern, type FindQuery } from './findQuery.ts';
import type { FoundMatch, FoundMatches } from './foundMatches.ts';
import { maxMatches, TextSearch } from './textSearch.ts';
import { bringIntoView, questionPx } from './travel.ts';

interface FinderServices {
  /** The scrolling element. It has the class `finding` while the bar is open. */
  readonly scroller: HTMLElement;
  /** The element inside `scroller` whose text is searched. */
  readonly content: HTMLElement;
  readonly absent: AbsentParts;
  /** Stops following the end of the conversation: the finder goes to a match. */
  readonly stopFollowing: () => void;
  /** Moves the focus when the bar closes and the element that had it before is gone. */
  readonly focus: () => void;
}

/** A longer selection, or one of several lines, is not put into the find bar. */
const maxSelectedLength = 200;

/** Results are shown at most this often while a reply streams, so that each frame stays short. */
const showEveryMs = 100;

/** Finds text in the conversation. The find bar lies over the top of the text. */
export class Finder {
  readonly #services: FinderServices;
  readonly #bar = new FindBar({
    onQuery: (query) => this.#search(query),
    onStep: (direction) => this.step(direction),
    onClose: () => this.close(),
  });
  readonly #textSearch: TextSearch;
  /** Where the next step starts: the block at the top of the view, or that of the last match visited. */
  #from: Element;
  #current: FoundMatch | undefined;
  /** Index of the current match when it was last found. */
  #index: number | undefined;
  /** Whether the search is new, so that its first match is still to be visited. */
  #isNew = false;
  #isInvalid = false;
  #focusBefore: Element | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Puts the bar, hidden, next to the scrolling element. */
  constructor(services: FinderServices) {
    this.#services = services;
    const { scroller, content, absent } = services;
    this.#from = content;
    this.#textSearch = new TextSearch({
      root: content,
      onChange: () => this.#showSoon(),
      absent,
    });
    scroller.after(this.#bar.node);
    scroller.addEventListener('scroll', () => this.#showSoon());
  }

  /** Whether the bar is shown. */
  get isOpen(): boolean {
    const { node } = this.#bar;
    return node.isConnected && !node.hidden;
  }

  /** Height of the bar in CSS pixels: this much of the view may be covered by it. */
  get coveredPx(): number {
    return this.#bar.node.offsetHeight;
  }

  /** Shows the bar. Searches for the text that is selected in the conversation, if any. */
  open(): void {
    const { scroller, content } = this.#services;
    if (!this.#bar.node.contains(document.activeElement)) {
      this.#focusBefore = document.activeElement;
    }
    const selection = document.getSelection();
    const selected = content.contains(selection?.anchorNode ?? null) ? String(selection) : '';
    const isSearched = selected.length <= maxSelectedLength && !selected.includes('\n');
    this.#from = inView(scroller, 'top');
    this.#keepingView(() => this.#bar.open(isSearched ? selected.trim() : ''));
    this.#search(this.#bar.query);
  }

  /** Hides the bar and gives the focus back to the element that had it before. */
  close(): void {
    this.#textSearch.search(undefined);
    this.#current = undefined;
    clearHighlights();
    this.#keepingView(() => {
      this.#bar.node.hidden = true;
    });
    const before = this.#focusBefore;
    if (before instanceof HTMLElement && before.isConnected && before !== document.body) {
      before.focus({ preventScroll: true });
    } else {
      this.#services.focus();
    }
  }

  /** Goes to the next or the previous match; after the last one comes the first. */
  step(direction: 1 | -1): void {
    const { found } = this.#textSearch;
    const at = this.#current && found.indexOf(this.#current);
    // Its part may have gone far from view, and so have left the page.
    const from = this.#from.isConnected ? this.#from : inView(this.#services.scroller, 'top');
    const next = found.countBefore(from) + (direction > 0 ? 0 : -1);
    this.#goTo(at === undefined ? next : at + direction);
  }

  #search(query: FindQuery): void {
    this.#isNew = true;
    this.#current = undefined;
    this.#isInvalid = false;
    try {
      this.#textSearch.search(findPattern(query));
    } catch {
      this.#textSearch.search(undefined);
      this.#isInvalid = true;
    }
    this.#show();
  }

  #showSoon(): void {
    this.#timer ??= setTimeout(() => this.#show(), showEveryMs);
  }

  #show(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (!this.isOpen) {
      return;
    }
    const { found, isPageComplete, isComplete } = this.#textSearch;
    if (isPageComplete && this.#isNew && found.count > 0) {
      this.#isNew = false;
      this.step(1);
      return;
    }
    if (isPageComplete) {
      this.#refreshCurrent();
    }
    const { count } = found;
    const isCut = count >= maxMatches;
    this.#bar.show(this.#isInvalid ? 'invalid' : { count, index: this.#index, isCut, isComplete });
    highlightMatches(this.#services.scroller, found, this.#current);
  }

  /** If the block of the current match was rendered again, the match now at its index takes its place. */
  #refreshCurrent(): void {
    const { found } = this.#textSearch;
    const index = this.#current && (found.indexOf(this.#current) ?? this.#index);
    const [match] = index === undefined ? [] : found.slice(Math.min(index, found.count - 1), 1);
    this.#current = match;
    this.#index = match && found.indexOf(match);
  }

  #goTo(index: number): void {
    const { found } = this.#textSearch;
    const { count } = found;
    const match = count === 0 ? undefined : this.#matchAt((index + count) % count);
    this.#current = match;
    this.#refreshCurrent();
    if (match !== undefined) {
      this.#from = match.block;
      this.#services.stopFollowing();
      unfold(match.block);
      const range = document.createRange();
      for (const part of rangeIn(match.text, match)) {
        range.setStart(part.startContainer, part.startOffset);
        range.setEnd(part.endContainer, part.endOffset);
      }
      const coveredPx = this.coveredPx + questionPx(range.startContainer);
      bringIntoView(this.#services.scroller, range, 'anywhere', coveredPx);
    }
    this.#show();
  }

  /** The match at an index. If its part is not on the page, it is brought back. */
  #matchAt(index: number): FoundMatch | undefined {
    const { found } = this.#textSearch;
    const [match] = found.slice(index, 1);
    if (match?.block.matches(absentPart) !== true) {
      return match;
    }
    this.#services.absent.bringBack(match.block);
    this.#textSearch.update();
    return found.slice(index, 1)[0];
  }

  /**
   * Runs `change`, which shows or hides the bar. The style sheet adds space above the text while the
   * bar is open, so that it covers no text; the view is scrolled so that nothing moves.
   */
  #keepingView(change: () => void): void {
    const { scroller } = this.#services;
    keepingInView(scroller, () => {
      change();
      scroller.classList.toggle('finding', this.isOpen);
    });
  }
}

/** The names of the highlights in the style sheet (CSS Custom Highlight API). */
const highlights = { all: 'parley-find', current: 'parley-find-current' };

/** Matches highlighted on either side of the middle of the view; each costs time in every frame. */
const highlightedAround = 100;

/**
 * Highlights the matches near the view of `scroller`, the current one differently. The API marks
 * ranges without changing the DOM.
 */
function highlightMatches(
  scroller: Element,
  found: FoundMatches,
  current: FoundMatch | undefined,
): void {
  const middle = found.countBefore(inView(scroller, 'middle'));
  const near = found.slice(Math.max(0, middle - highlightedAround), 2 * highlightedAround);
  const others = near.filter(
    ({ block, start }) => block !== current?.block || start !== current.start,
  );
  const currentRange = current === undefined ? [] : rangeIn(current.text, current);
  CSS.highlights.set(
    highlights.all,
    new Highlight(...others.flatMap((match) => rangeIn(match.text, match))),
  );
  CSS.highlights.set(highlights.current, new Highlight(...currentRange));
}

function clearHighlights(): void {
  Object.values(highlights).forEach((name) => CSS.highlights.delete(name));
}
