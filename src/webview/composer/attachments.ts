import * as l10n from '@vscode/l10n';
import { html, render, type TemplateResult } from 'lit';
import type { ContextItem } from '../../shared/conversation/conversation.ts';
import { element, icon } from '../dom/element.ts';
import { iconButton } from '../dom/buttons.ts';
import { visibleText } from '../../shared/visibleText.ts';

/** Pasted text of at least one of these sizes becomes an attachment, so that the question stays in view. */
const long = { lines: 40, characters: 3000 };

/** The context items that are sent along with the message, each as a chip above the input box. */
export class Attachments {
  readonly node = element('div', { class: 'context attachments', hidden: '' });
  readonly #onChange: () => void;
  #items: readonly ContextItem[] = [];

  /** Attaches long text that is pasted into `box`. `onChange` is called after the user changes the items. */
  constructor(box: HTMLTextAreaElement, onChange: () => void) {
    this.#onChange = () => {
      onChange();
      box.focus();
    };
    box.addEventListener('paste', (event) => {
      const item = pastedItem(event.clipboardData?.getData('text/plain') ?? '');
      if (item !== undefined) {
        event.preventDefault();
        this.set([...this.#items, item]);
        this.#onChange();
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
      items.map((item) =>
        chip(item, () => {
          this.remove([item]);
          this.#onChange();
        }),
      ),
      this.node,
    );
  }

  /** Adds items. A file that is attached already is replaced. */
  add(items: readonly ContextItem[]): void {
    const isAdded = ({ uri }: ContextItem): boolean =>
      uri !== undefined && items.some((item) => item.uri === uri);
    this.set([...this.#items.filter((item) => !isAdded(item)), ...items]);
    this.#onChange();
  }

  /** Removes items. */
  remove(items: readonly ContextItem[]): void {
    this.set(this.#items.filter((item) => !items.includes(item)));
  }
}

/** Pasted text as an attachment; `undefined` if it is short enough for the box. */
function pastedItem(text: string): ContextItem | undefined {
  const lines = text.split('\n').length;
  return lines < long.lines && text.length < long.characters
    ? undefined
    : // The service reads this name as well, so it is not translated.
      { path: 'pasted text', languageId: 'plaintext', startLine: 1, endLine: lines, text };
}

function chip(
  { startLine, endLine, uri, ...item }: ContextItem,
  remove: () => void,
): TemplateResult {
  const path = visibleText(item.path);
  const hint =
    uri === undefined
      ? l10n.t('{0}, lines {1}–{2}', path, startLine, endLine)
      : l10n.t('{0}, lines {1}–{2}, read when the message is sent', path, startLine, endLine);
  const label = l10n.t('Remove {0}, lines {1}–{2}', path, startLine, endLine);
  return html`<span class="chip" title=${hint}>
    ${icon('file-code')}<span class="chip-path">${path}</span>
    <span class="chip-range">${startLine}–${endLine}</span>
    ${iconButton({ icon: 'close', label, title: l10n.t('Remove'), onClick: remove })}
  </span>`;
}
