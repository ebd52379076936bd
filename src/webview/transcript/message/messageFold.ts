import * as l10n from '@vscode/l10n';
import { isBoolean } from '../../../shared/guards.ts';
import { element } from '../../dom/element.ts';
import { createKeptValues, type PanelState } from '../../dom/keptState.ts';
import { unfoldEvent } from '../../dom/unfold.ts';

/** An event of this name, dispatched on a message, folds or unfolds it. */
const toggleFoldEvent = 'parley-toggle-fold';

/** A message that can be folded, so that only its start is shown. */
interface MessageFold {
  readonly article: HTMLElement;
  /** The part of the message that is folded. */
  readonly body: HTMLElement;
  /** The name under which `folds` keeps whether it is folded. */
  readonly name: string;
  readonly folds: Folds;
  /** Label of the button while the message is folded. */
  readonly showAll: string;
  /**
   * Whether the message is folded until the user unfolds it. Only then is there a button to fold it
   * again; other messages are folded by command.
   */
  readonly byDefault: boolean;
}

let lastId = 0;

/** Makes a message foldable. Gives the fold button, which the caller puts below the body. */
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
  // A control that gets the focus by keyboard has to be visible.
  body.addEventListener('focusin', ({ target }) => {
    if (target instanceof Element && target.matches(':focus-visible')) {
      unfold();
    }
  });
  show(fold, button, folds.isFolded(name, byDefault));
  return button;
}

/** Folds or unfolds a message, if it is foldable. */
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
  button.textContent = isFolded ? fold.showAll : l10n.t('Show Less');
  button.hidden = !isFolded && !fold.byDefault;
}

/** Which messages the user has folded or unfolded. */
export interface Folds {
  isFolded(name: string, byDefault: boolean): boolean;
  set(name: string, isFolded: boolean, byDefault: boolean): void;
}

/** Keeps folds in the panel's state: only those that differ from the default of their message. */
export function createFolds(state: PanelState): Folds {
  const kept = createKeptValues(state, { key: 'folds', isValue: isBoolean, maxStored: 500 });
  return {
    isFolded: (name, byDefault) => kept.read(name) ?? byDefault,
    set: (name, isFolded, byDefault) =>
      kept.write(name, isFolded === byDefault ? undefined : isFolded),
  };
}
