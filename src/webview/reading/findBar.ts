import * as l10n from '@vscode/l10n';
import type { FindQuery } from './findQuery.ts';
import { iconButtonNode } from '../dom/buttons.ts';
import { element } from '../dom/element.ts';
import { formatNumber } from '../../shared/language.ts';

/** What the user can do in the bar. */
interface FindBarActions {
  /** The text or one of the options has changed. */
  readonly onQuery: (query: FindQuery) => void;
  readonly onStep: (direction: 1 | -1) => void;
  readonly onClose: () => void;
}

/** The result of a search, as the bar shows it. */
interface FindState {
  /** Number of matches found. */
  readonly count: number;
  /** Position of the current match, counted from 0; missing before the first step. */
  readonly index: number | undefined;
  /** Whether the search stopped at its limit, so that there may be more matches. */
  readonly isCut: boolean;
  /** Whether everything has been searched. */
  readonly isComplete: boolean;
}

/** The find bar, with the fields, options and keys of the one in VS Code's editors. */
export class FindBar {
  readonly node: HTMLElement;
  readonly #actions: FindBarActions;
  readonly #input = element('input', {
    class: 'find-text',
    dir: 'auto',
    type: 'text',
    placeholder: l10n.t('Find'),
    'aria-label': l10n.t('Find'),
    spellcheck: 'false',
  });
  readonly #matchCase = toggle('case-sensitive', l10n.t('Match Case'), 'KeyC');
  readonly #wholeWord = toggle('whole-word', l10n.t('Match Whole Word'), 'KeyW');
  readonly #regex = toggle('regex', l10n.t('Use Regular Expression'), 'KeyR');
  readonly #count = element('span', { class: 'find-count', role: 'status' });
  readonly #previous = button('arrow-up', l10n.t('Previous Match'), 'Shift+Enter');
  readonly #next = button('arrow-down', l10n.t('Next Match'), 'Enter');

  /** Builds the bar, hidden. */
  constructor(actions: FindBarActions) {
    this.#actions = actions;
    const close = button('close', l10n.t('Close'), 'Escape');
    this.node = element('div', { class: 'find-bar', role: 'search', hidden: '' }, [
      element('div', { class: 'find-box' }, [this.#input, ...this.#toggles]),
      element('div', { class: 'find-results' }, [this.#count, this.#previous, this.#next, close]),
    ]);
    this.#input.addEventListener('input', () => actions.onQuery(this.query));
    this.#toggles.forEach((one) => one.addEventListener('click', () => this.#press(one)));
    this.#previous.addEventListener('click', () => actions.onStep(-1));
    this.#next.addEventListener('click', () => actions.onStep(1));
    close.addEventListener('click', () => actions.onClose());
    this.node.addEventListener('keydown', (event) => this.#onKey(event));
  }

  /** The text and options as they are set now. */
  get query(): FindQuery {
    return {
      text: this.#input.value,
      matchCase: isOn(this.#matchCase),
      wholeWord: isOn(this.#wholeWord),
      isRegex: isOn(this.#regex),
    };
  }

  /** Shows the bar with its text selected. Replaces that text by `text` unless `text` is empty. */
  open(text: string): void {
    this.#input.value = text === '' ? this.#input.value : text;
    this.node.hidden = false;
    this.#input.focus();
    this.#input.select();
  }

  /** Shows the result; `invalid` if the text is not a valid regular expression. */
  show(state: FindState | 'invalid'): void {
    const isEmpty = this.#input.value === '';
    const hasNone = state === 'invalid' || state.count === 0;
    const words = isEmpty ? '' : stateWords(state);
    if (this.#count.textContent !== words) {
      this.#count.textContent = words;
    }
    const isMissed = state === 'invalid' || (state.count === 0 && state.isComplete);
    this.node.classList.toggle('missed', isMissed && !isEmpty);
    this.#previous.disabled = hasNone;
    this.#next.disabled = hasNone;
  }

  get #toggles(): readonly HTMLElement[] {
    return [this.#matchCase, this.#wholeWord, this.#regex];
  }

  #press(one: HTMLElement): void {
    one.ariaPressed = String(!isOn(one));
    this.#actions.onQuery(this.query);
  }

  #onKey(event: KeyboardEvent): void {
    const { key, code, altKey, shiftKey, isComposing } = event;
    const pressed = altKey && this.#toggles.find((one) => one.dataset['key'] === code);
    if (pressed) {
      event.preventDefault();
      event.stopPropagation();
      this.#press(pressed);
    } else if (event.target === this.#input && key === 'Enter' && !isComposing) {
      event.preventDefault();
      this.#actions.onStep(shiftKey ? -1 : 1);
    }
  }
}

function stateWords(state: FindState | 'invalid'): string {
  if (state === 'invalid') {
    return l10n.t('Invalid expression');
  }
  const { count, index, isCut, isComplete } = state;
  if (count === 0) {
    return isComplete ? l10n.t('No results') : l10n.t('Searching…');
  }
  const all = `${formatNumber(count)}${isCut ? '+' : ''}`;
  const at = index === undefined ? '?' : formatNumber(index + 1);
  return l10n.t('{0} of {1}', at, all);
}

function isOn(one: HTMLElement): boolean {
  return one.ariaPressed === 'true';
}

/** A button for an option. `key` is the key code (`KeyC`) that toggles it together with Alt. */
function toggle(iconName: string, label: string, key: string): HTMLButtonElement {
  const node = button(iconName, label, `Alt+${key.slice(-1)}`);
  node.dataset['key'] = key;
  node.ariaPressed = 'false';
  return node;
}

/** A button with an icon; its tooltip has the label and the key. */
function button(name: string, label: string, key: string): HTMLButtonElement {
  return iconButtonNode(name, label, { title: l10n.t('{0} ({1})', label, key) });
}
