import * as l10n from '@vscode/l10n';
import { html, nothing, render, type TemplateResult } from 'lit';
import { type ContextItem, pastedTextPath } from '../../shared/conversation/conversation.ts';
import { findingNames } from '../../shared/guard/findingWords.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { iconButton } from '../dom/buttons.ts';
import { chipContent, contextName, isPastedText } from '../dom/contextName.ts';
import { element, icon } from '../dom/element.ts';
import { insertText } from '../dom/insertText.ts';
import type { DraftGuard } from './draftGuard.ts';

/** Pasted text of more than one of these becomes an attachment, so that the question stays in view. */
const long = { lines: 100, characters: 8000 };

/** The context items that are sent along with the message, each as a chip above the input box. */
export class Attachments {
  readonly node = element('div', { class: 'context attachments', hidden: '' });
  readonly #box: HTMLTextAreaElement;
  readonly #onChange: () => void;
  readonly #guard: Pick<DraftGuard, 'of' | 'hasMask'>;
  #items: readonly ContextItem[] = [];
  /** The text that was pasted, until the user types something. */
  #justPasted: ContextItem | undefined;

  /**
   * Attaches long text that is pasted into `box`. `onChange` is called after the user changes the items. `guard`
   * knows what must perhaps not be sent of an item.
   */
  constructor(
    box: HTMLTextAreaElement,
    onChange: () => void,
    guard: Pick<DraftGuard, 'of' | 'hasMask'>,
  ) {
    this.#box = box;
    this.#guard = guard;
    this.#onChange = () => {
      onChange();
      box.focus();
    };
    box.addEventListener('paste', (event) => this.#paste(event));
    box.addEventListener('input', () => (this.#justPasted = undefined));
    box.addEventListener('keydown', (event) => {
      const pasted = this.#justPasted;
      if (pasted !== undefined && this.#items.includes(pasted) && isUndo(event)) {
        event.preventDefault();
        // VS Code would undo in the box as well.
        event.stopPropagation();
        this.#putBack(pasted);
      }
    });
  }

  /** The items as they are now. */
  get items(): readonly ContextItem[] {
    return this.#items;
  }

  /** Replaces all items. */
  set(items: readonly ContextItem[]): void {
    this.#items = items;
    this.node.hidden = items.length === 0;
    render(
      items.map((item) => this.#chip(item)),
      this.node,
    );
  }

  /** Adds items. What is attached already is replaced. */
  add(items: readonly ContextItem[]): void {
    const isAdded = (old: ContextItem): boolean => items.some((item) => isSamePlace(item, old));
    this.set([...this.#items.filter((item) => !isAdded(item)), ...items]);
    this.#onChange();
  }

  /** Removes items. */
  remove(items: readonly ContextItem[]): void {
    this.set(this.#items.filter((item) => !items.includes(item)));
  }

  #paste(event: ClipboardEvent): void {
    const item = pastedItem(event.clipboardData?.getData('text/plain') ?? '');
    if (item !== undefined) {
      event.preventDefault();
      this.set([...this.#items, item]);
      this.#onChange();
      this.#justPasted = item;
    }
  }

  /** Puts pasted text into the box. */
  #putBack(item: ContextItem): void {
    this.remove([item]);
    insertText(this.#box, item.text);
    this.#onChange();
  }

  #chip(item: ContextItem): TemplateResult {
    const name = contextName(item);
    const isReadLater = item.uri !== undefined;
    const { findings } = this.#guard.of(item);
    const contains =
      findings.length > 0 && l10n.t('Contains: {0}', visibleText(findingNames(findings)));
    const hint = [
      name,
      isReadLater && l10n.t('Read when the message is sent'),
      contains,
      this.#guard.hasMask(item) && l10n.t('Contains masked values'),
    ]
      .filter((line) => line !== false)
      .join('\n');
    const warning = html`<span class="chip-warning" role="img" aria-label=${contains || nothing}
      >${icon('warning')}</span
    >`;
    const putBack = iconButton({
      icon: 'insert',
      label: l10n.t('Insert as Text'),
      onClick: () => this.#putBack(item),
    });
    const remove = iconButton({
      icon: 'close',
      label: l10n.t('Remove {0}', name),
      title: l10n.t('Remove'),
      onClick: () => {
        this.remove([item]);
        this.#onChange();
      },
    });
    return html`<span class="chip ${contains === false ? '' : 'is-suspicious'}" title=${hint}>
      ${contains === false ? nothing : warning} ${chipContent(item)}
      ${isPastedText(item) ? putBack : nothing} ${remove}
    </span>`;
  }
}

/** Whether two items are the same file or the same lines of it. Each pasted text is one of its own. */
function isSamePlace(one: ContextItem, other: ContextItem): boolean {
  return one.uri === undefined && other.uri === undefined
    ? one.path === other.path &&
        one.startLine === other.startLine &&
        one.endLine === other.endLine &&
        !isPastedText(one)
    : one.uri === other.uri;
}

/** Pasted text as an attachment; `undefined` if it is short enough for the box. */
function pastedItem(text: string): ContextItem | undefined {
  const endLine = text.replace(/\n$/, '').split('\n').length;
  return endLine <= long.lines && text.length <= long.characters
    ? undefined
    : { path: pastedTextPath, languageId: 'plaintext', startLine: 1, endLine, text };
}

function isUndo({ key, ctrlKey, metaKey, shiftKey, altKey }: KeyboardEvent): boolean {
  return (ctrlKey || metaKey) && !shiftKey && !altKey && key.toLowerCase() === 'z';
}
