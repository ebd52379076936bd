import { unfold } from '../dom/unfold.ts';
import { FindBar } from './findBar.ts';
import { findPattern, type FindQuery } from './findQuery.ts';
import type { FoundMatches, Place } from './foundMatches.ts';
import { inView, rangeIn } from './textBlocks.ts';
import { maxMatches, TextSearch } from './textSearch.ts';
import { bringIntoView } from './travel.ts';

/** What the finder needs of the panel. */
interface FinderServices {
  /** Has the class `finding` while the bar is open. */
  readonly root: HTMLElement;
  readonly scroller: HTMLElement;
  readonly content: HTMLElement;
  /** The reader goes somewhere: the end is not followed any more. */
  readonly stay: () => void;
  /** Takes the focus where what had it before is gone. */
  readonly focus: () => void;
}

/** Longer text, or text of several lines, is selected for something else than to be looked for. */
const maxSelected = 200;

/** What is found while a reply streams is shown this often, so that it takes little of the time of a frame. */
const showEveryMs = 100;

/** Finds text in the conversation. Ctrl+F opens its bar, over the text at the top. */
export class Finder {
  readonly #services: FinderServices;
  readonly #bar = new FindBar({
    onQuery: (query) => this.#look(query),
    onStep: (direction) => this.step(direction),
    onClose: () => this.close(),
  });
  readonly #search: TextSearch;
  /** Where the search begins: what was at the top of the view, later the match that was gone to. */
  #from: Element;
  #current: Place | undefined;
  /** Of the current match when it was last seen. */
  #index: number | undefined;
  /** Whether the first match is still to be gone to. */
  #isNew = false;
  #isInvalid = false;
  #focusBefore: Element | null = null;
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** Puts the bar, hidden, into the panel. */
  constructor(services: FinderServices) {
    this.#services = services;
    const { scroller, content } = services;
    this.#from = content;
    this.#search = new TextSearch(content, () => this.#showSoon());
    scroller.after(this.#bar.node);
    scroller.addEventListener('scroll', () => this.#showSoon());
  }

  /** Whether the bar is shown. */
  get isOpen(): boolean {
    const { node } = this.#bar;
    return node.isConnected && !node.hidden;
  }

  /** How much of the view the bar may cover. */
  get coveredPx(): number {
    return this.#bar.node.offsetHeight;
  }

  /** Shows the bar, with what is selected in the conversation. */
  open(): void {
    const { scroller, content } = this.#services;
    if (!this.#bar.node.contains(document.activeElement)) {
      this.#focusBefore = document.activeElement;
    }
    const selection = document.getSelection();
    const selected = content.contains(selection?.anchorNode ?? null) ? String(selection) : '';
    const isSearched = selected.length <= maxSelected && !selected.includes('\n');
    this.#from = inView(scroller, 'top');
    this.#withRoom(() => this.#bar.open(isSearched ? selected.trim() : ''));
    this.#look(this.#bar.query);
  }

  /** Hides the bar and gives the focus back. */
  close(): void {
    this.#search.search(undefined);
    this.#current = undefined;
    clearMarks();
    this.#withRoom(() => {
      this.#bar.node.hidden = true;
    });
    const before = this.#focusBefore;
    if (before instanceof HTMLElement && before.isConnected && before !== document.body) {
      before.focus({ preventScroll: true });
    } else {
      this.#services.focus();
    }
  }

  /** Goes to the next match or the one before, from the last one on to the first. */
  step(direction: 1 | -1): void {
    const { found } = this.#search;
    const at = this.#current && found.indexOf(this.#current);
    const next = found.countBefore(this.#from) + (direction > 0 ? 0 : -1);
    this.#goTo(at === undefined ? next : at + direction);
  }

  #look(query: FindQuery): void {
    this.#isNew = true;
    this.#current = undefined;
    this.#isInvalid = false;
    try {
      this.#search.search(findPattern(query));
    } catch {
      this.#search.search(undefined);
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
    const { found, isComplete } = this.#search;
    if (isComplete && this.#isNew && found.count > 0) {
      this.#isNew = false;
      this.step(1);
      return;
    }
    if (isComplete) {
      this.#keepCurrent();
    }
    const { count } = found;
    const isCut = count >= maxMatches;
    this.#bar.show(this.#isInvalid ? 'invalid' : { count, index: this.#index, isCut });
    showMarks(this.#services.scroller, found, this.#current);
  }

  /** The block of the match may have been rendered anew: then the match is the one in its place. */
  #keepCurrent(): void {
    const { found } = this.#search;
    const index = this.#current && (found.indexOf(this.#current) ?? this.#index);
    const [place] = index === undefined ? [] : found.slice(Math.min(index, found.count - 1), 1);
    this.#current = place;
    this.#index = place && found.indexOf(place);
  }

  #goTo(index: number): void {
    const { found } = this.#search;
    const { count } = found;
    const [place] = count === 0 ? [] : found.slice((index + count) % count, 1);
    this.#current = place;
    this.#keepCurrent();
    if (place !== undefined) {
      this.#from = place.block;
      this.#services.stay();
      unfold(place.block);
      const range = document.createRange();
      for (const found of rangeIn(place.text, place)) {
        range.setStart(found.startContainer, found.startOffset);
        range.setEnd(found.endContainer, found.endOffset);
      }
      bringIntoView(this.#services.scroller, range, 'anywhere', this.coveredPx);
    }
    this.#show();
  }

  /** The bar takes room over the text, so that nothing is hidden under it; what is in view stays. */
  #withRoom(change: () => void): void {
    const { root, scroller, content } = this.#services;
    const before = inView(scroller, 'top');
    const { top } = before.getBoundingClientRect();
    change();
    root.classList.toggle('finding', this.isOpen);
    if (before !== content && before !== scroller) {
      scroller.scrollTop += before.getBoundingClientRect().top - top;
    }
  }
}

/** The names of the marks in the style sheet. */
const names = { all: 'parley-find', current: 'parley-find-current' };

/** So many matches on either side of the middle of the view are marked: each costs time in every frame. */
const markedAround = 100;

/** Marks matches in the page without touching it. Only those near the view of `scroller` are marked. */
function showMarks(scroller: Element, found: FoundMatches, current: Place | undefined): void {
  const middle = found.countBefore(inView(scroller, 'middle'));
  const places = found.slice(Math.max(0, middle - markedAround), 2 * markedAround);
  const others = places.filter(
    ({ block, start }) => block !== current?.block || start !== current.start,
  );
  const marked = current === undefined ? [] : rangeIn(current.text, current);
  CSS.highlights.set(
    names.all,
    new Highlight(...others.flatMap((place) => rangeIn(place.text, place))),
  );
  CSS.highlights.set(names.current, new Highlight(...marked));
}

/** Takes all marks away. */
function clearMarks(): void {
  Object.values(names).forEach((name) => CSS.highlights.delete(name));
}
