import { isBoolean } from '../../shared/guards.ts';
import { element } from '../dom/element.ts';
import { createKeptValues, type PanelState } from '../dom/panelState.ts';
import { unfoldEvent } from '../dom/unfold.ts';

/** The name of the event that folds or unfolds the message it is sent to. */
const toggleFoldEvent = 'parley-toggle-fold';

/** A message of which only the start is shown. */
interface MessageFold {
  /** The message. */
  readonly article: HTMLElement;
  /** The part of it that is folded. */
  readonly body: HTMLElement;
  /** The name of what is folded in the memory. */
  readonly name: string;
  readonly folds: Folds;
  /** What the button says while the message is folded. */
  readonly showAll: string;
  /** Whether it is folded unless the user says otherwise; only then is there a button to fold it. */
  readonly byDefault: boolean;
}

let lastId = 0;

/** Lets a message be folded. Gives the button that is to stand below its body. */
export function createMessageFold(fold: MessageFold): HTMLElement {
  const { article, body, name, folds, byDefault } = fold;
  lastId += 1;
  body.id = `folded-${lastId}`;
  const attributes = {
    class: 'text-button fold-button',
    type: 'button',
    'aria-controls': body.id,
  };
  const button = element('button', attributes);
  const isFolded = (): boolean => body.classList.contains('folded');
  const toggle = (): void => setFolded(fold, button, !isFolded());
  const unfold = (): void => void (isFolded() && toggle());
  button.addEventListener('click', toggle);
  article.addEventListener(toggleFoldEvent, toggle);
  body.addEventListener(unfoldEvent, unfold);
  // What is reached by keyboard has to be seen.
  body.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && target.matches(':focus-visible')) {
      unfold();
    }
  });
  show(fold, button, folds.isFolded(name, byDefault));
  return button;
}

/** Folds or unfolds a message, if it can be folded. */
export function toggleFold(article: Element): void {
  article.dispatchEvent(new Event(toggleFoldEvent));
}

function setFolded(fold: MessageFold, button: HTMLElement, isFolded: boolean): void {
  const { article, body, name, folds, byDefault } = fold;
  const hadFocus = body.contains(document.activeElement);
  folds.set(name, isFolded, byDefault);
  show(fold, button, isFolded);
  if (isFolded && article.getBoundingClientRect().top < 0) {
    article.scrollIntoView({ block: 'start' });
  }
  if (isFolded && hadFocus) {
    button.focus({ preventScroll: true });
  }
}

function show(fold: MessageFold, button: HTMLElement, isFolded: boolean): void {
  fold.body.classList.toggle('folded', isFolded);
  button.ariaExpanded = String(!isFolded);
  button.textContent = isFolded ? fold.showAll : 'Show less';
  button.hidden = !isFolded && !fold.byDefault;
}

/** Which messages the user has folded or unfolded in this window. */
export interface Folds {
  isFolded(name: string, byDefault: boolean): boolean;
  set(name: string, isFolded: boolean, byDefault: boolean): void;
}

/** Keeps them in the state of the panel; only what is not as it would be anyway. */
export function createFolds(state: PanelState): Folds {
  const kept = createKeptValues(state, { key: 'folds', isValue: isBoolean, maxStored: 500 });
  return {
    isFolded: (name, byDefault) => kept.read(name) ?? byDefault,
    set: (name, isFolded, byDefault) =>
      kept.write(name, isFolded === byDefault ? undefined : isFolded),
  };
}

/** What VS Code's menu of a message is told about it. */
export function menuContext(parleySection: 'message' | 'reply', turnId: string): string {
  return JSON.stringify({ parleySection, turnId });
}
