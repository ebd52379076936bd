import * as l10n from '@vscode/l10n';
import { html, nothing, render, type TemplateResult } from 'lit';
import { contextTokens } from '../../conversation/request/tokenEstimate.ts';
import { type ContextItem, pastedTextPath } from '../../shared/conversation/conversation.ts';
import { findingNames } from '../../shared/guard/finding.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { iconButton } from '../dom/buttons.ts';
import {
  chipContent,
  chipHint,
  chipTokens,
  contextName,
  isPastedText,
} from '../dom/contextName.ts';
import { element, icon, insertText } from '../dom/element.ts';
import type { DraftGuard } from './draftGuard.ts';

/** Pasted text of more than one of these becomes an attachment, so that the question stays in view. */
const long = { lines: 100, characters: 8000 };

/** The context items that are sent along with the message, each as a chip above the input box. */
export class Attachments {
  readonly node = element('div', { class: 'context attachments', hidden: '' });
  readonly #box: HTMLTextAreaElement;
  readonly #onChange: () => void;
  readonly #guard: Pick<DraftGuard, 'of' | 'hasMask'>;
  readonly #open: (item: ContextItem) => void;
  readonly #addSelection: () => void;
  #items: readonly ContextItem[] = [];
  /** Attached to each new chat, and the chat for which some of them were removed. */
  #instructions: readonly ContextItem[] = [];
  #removed: { readonly chatId: string; readonly uris: readonly (string | undefined)[] } = {
    chatId: '',
    uris: [],
  };
  /** What is selected in the editor. It is sent only if the user adds it. */
  #selection: ContextItem | undefined;
  /** The text that was pasted, until the user types something. */
  #justPasted: ContextItem | undefined;

  /**
   * Attaches long text that is pasted into `box`. `onChange` is called after the user changes the items. `open` shows
   * where an item is from, and `addSelection` adds what is selected in the editor. `guard` knows what must perhaps not be sent of an item.
   */
  constructor(
    box: HTMLTextAreaElement,
    {
      onChange,
      open,
      addSelection,
      guard,
    }: {
      onChange: () => void;
      open: (item: ContextItem) => void;
      addSelection: () => void;
      guard: Pick<DraftGuard, 'of' | 'hasMask'>;
    },
  ) {
    this.#box = box;
    this.#open = open;
    this.#addSelection = addSelection;
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

  /** All items as they are now. */
  get items(): readonly ContextItem[] {
    const { uris } = this.#removed;
    const instructions = this.#instructions.filter(({ uri }) => !uris.includes(uri));
    // A message that was put back into the box may have them as well.
    const isTwice = ({ kind, path }: ContextItem): boolean =>
      kind === 'instructions' && instructions.some((one) => one.path === path);
    return [...instructions, ...this.#items.filter((item) => !isTwice(item))];
  }

  /** The items without the instructions that each new chat has. */
  get own(): readonly ContextItem[] {
    return this.#items;
  }

  /** Replaces all items but the instructions of new chats. */
  set(items: readonly ContextItem[]): void {
    this.#items = items;
    this.#show();
  }

  /** Shows the instructions that a new chat has. Those that the user has removed stay removed in this chat. */
  showInstructions(chatId: string, items: readonly ContextItem[]): void {
    if (chatId !== this.#removed.chatId) {
      this.#removed = { chatId, uris: [] };
    }
    this.#instructions = items;
    this.#show();
  }

  /** Offers what is selected in the editor. */
  showSelection(selection: ContextItem | undefined): void {
    this.#selection = selection;
    this.#show();
  }

  /** Puts others in the place of items, or nothing. */
  replace(others: ReadonlyMap<ContextItem, ContextItem | undefined>): void {
    this.remove(this.items.filter((item) => others.has(item) && others.get(item) === undefined));
    const changed = (item: ContextItem): ContextItem => others.get(item) ?? item;
    this.#instructions = this.#instructions.map(changed);
    this.set(this.#items.map(changed));
  }

  /** Shows the items as they are now. */
  #show(): void {
    const { items } = this;
    const selection = this.#selection;
    const isOffered =
      selection !== undefined && !items.some((item) => isSamePlace(item, selection));
    const chips = items.map((item) => this.#chip(item));
    this.node.hidden = chips.length === 0 && !isOffered;
    render([...chips, isOffered ? this.#offer(selection) : nothing], this.node);
  }

  #offer(selection: ContextItem): TemplateResult {
    return html`<button
      class="chip-offer"
      type="button"
      title=${l10n.t('Not sent unless you add it')}
      @click=${() => this.#addSelection()}
    >
      ${icon('add')}<span class="visually-hidden">${l10n.t('Add')}</span> ${chipContent(selection)}
    </button>`;
  }

  /** Adds items. What is attached already is replaced. */
  add(items: readonly ContextItem[]): void {
    const isAdded = (old: ContextItem): boolean => items.some((item) => isSamePlace(item, old));
    this.set([...this.#items.filter((item) => !isAdded(item)), ...items]);
    this.#onChange();
  }

  /** Removes items. */
  remove(items: readonly ContextItem[]): void {
    const { chatId, uris } = this.#removed;
    const instructions = this.#instructions.filter((item) => items.includes(item));
    this.#removed = { chatId, uris: [...uris, ...instructions.map(({ uri }) => uri)] };
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
    const tokens = contextTokens(item);
    const { findings } = this.#guard.of(item);
    const contains =
      findings.length > 0 && l10n.t('Contains: {0}', visibleText(findingNames(findings)));
    const hint = [
      chipHint(item, tokens),
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
      ${contains === false ? nothing : warning} ${this.#link(item)} ${chipTokens(tokens)}
      ${isPastedText(item) ? putBack : nothing} ${remove}
    </span>`;
  }

  /** The content of a chip, as a button that shows where it is from. */
  #link(item: ContextItem): TemplateResult {
    return html`<button class="chip-link" type="button" @click=${() => this.#open(item)}>
      ${chipContent(item)}
    </button>`;
  }
}

/**
 * Whether two items are from the same place: the later one then replaces the other. Each pasted text is one of its
 * own, and so are other texts of no place.
 */
function isSamePlace(one: ContextItem, other: ContextItem): boolean {
  if (one.uri !== undefined && one.uri === other.uri) {
    return true;
  }
  const isSame = one.kind === other.kind && one.path === other.path && one.name === other.name;
  if (!isSame || isPastedText(one)) {
    return false;
  }
  switch (one.kind) {
    case undefined:
    case 'virtual':
      return (
        isFile(one) === isFile(other) &&
        one.startLine === other.startLine &&
        one.endLine === other.endLine
      );
    case 'clipboard':
    case 'terminal':
      return one.text === other.text;
    default:
      return true;
  }
}

/** Whether an item is a whole file, whose address is that of the file. */
function isFile({ uri }: ContextItem): boolean {
  return uri !== undefined && !uri.startsWith('parley-context:');
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
