import { html, nothing, render, type TemplateResult } from 'lit';
import { element, icon } from '../dom/element.ts';

/** A row of the list. */
export interface Completion {
  /** The id of its element. */
  readonly id: string;
  /** The ID of a codicon. */
  readonly icon?: string | undefined;
  readonly name: string;
  /** Shown after the name, less prominent. */
  readonly detail: string;
  /** Where it comes from. Shown at the end of the row. */
  readonly place?: string | undefined;
  readonly choose: () => void;
}

/** A list of completions above the input box, which keeps the focus while the list is open. */
export class CompletionMenu {
  readonly node = element('div', {
    class: 'completion-menu',
    id: 'completion-menu',
    role: 'listbox',
    hidden: '',
  });
  readonly #box: HTMLTextAreaElement;
  readonly #onDismiss: () => void;
  #rows: readonly Completion[] = [];
  #active = 0;

  /** `onDismiss` is called after the user closes the list with Escape. */
  constructor(box: HTMLTextAreaElement, onDismiss: () => void) {
    this.#box = box;
    this.#onDismiss = onDismiss;
    box.setAttribute('aria-controls', this.node.id);
    box.setAttribute('aria-autocomplete', 'list');
    // The rows belong to the place of the caret.
    box.addEventListener('blur', () => this.close());
    box.addEventListener('pointerdown', () => this.close());
  }

  /** Shows rows under this accessible name; hides the list if there are none. */
  show(label: string, rows: readonly Completion[]): void {
    this.node.setAttribute('aria-label', label);
    this.#set(rows);
  }

  /** Hides the list. */
  close(): void {
    this.#set([]);
  }

  /** Handles arrows, Enter, Tab and Escape while the list is open. Gives whether the key was handled. */
  press({ key, shiftKey, ctrlKey, altKey, metaKey, isComposing }: KeyboardEvent): boolean {
    const count = this.#rows.length;
    if (count === 0 || isComposing || shiftKey || ctrlKey || altKey || metaKey) {
      return false;
    }
    switch (key) {
      case 'ArrowDown':
        this.#set(this.#rows, (this.#active + 1) % count);
        return true;
      case 'ArrowUp':
        this.#set(this.#rows, (this.#active + count - 1) % count);
        return true;
      case 'Enter':
      case 'Tab':
        this.#choose(this.#rows[this.#active]);
        return true;
      case 'Escape':
        this.close();
        this.#onDismiss();
        return true;
      case 'ArrowLeft':
      case 'ArrowRight':
      case 'Home':
      case 'End':
        this.close();
        return false;
      default:
        return false;
    }
  }

  #choose(row: Completion | undefined): void {
    this.close();
    row?.choose();
  }

  #set(rows: readonly Completion[], active = 0): void {
    this.#rows = rows;
    this.#active = active;
    this.node.hidden = rows.length === 0;
    render(
      rows.map((row, index) => option(row, index === active, () => this.#choose(row))),
      this.node,
    );
    this.#box.setAttribute('aria-activedescendant', rows[active]?.id ?? '');
    this.node.querySelector('[aria-selected="true"]')?.scrollIntoView({ block: 'nearest' });
  }
}

function option(
  { id, icon: iconName, name, detail, place }: Completion,
  isActive: boolean,
  choose: () => void,
): TemplateResult {
  return html`<div
    class=${place === undefined ? 'completion' : 'completion has-place'}
    id=${id}
    role="option"
    aria-selected=${isActive}
    @pointerdown=${(event: Event) => event.preventDefault()}
    @click=${choose}
  >
    ${iconName === undefined ? nothing : icon(iconName)}
    <bdi class="completion-name">${name}</bdi>
    <bdi class="completion-detail">${detail}</bdi>
    ${place === undefined ? nothing : html`<bdi class="completion-place">${place}</bdi>`}
  </div>`;
}
