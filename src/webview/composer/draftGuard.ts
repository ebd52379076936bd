import * as l10n from '@vscode/l10n';
import { html, nothing, render, type TemplateResult } from 'lit';
import type { ContextItem, UserMessage } from '../../shared/conversation/conversation.ts';
import {
  findingNames,
  type FoundInText,
  hasMask,
  type MessageFindings,
  type NumberedFinding,
  withoutFindings,
} from '../../shared/guard/finding.ts';
import type { HostToView, ViewToHost } from '../../shared/panel/panelProtocol.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { textButton } from '../dom/buttons.ts';
import { element, icon } from '../dom/element.ts';

/** What the guard works on: the message in the input box. */
interface GuardedDraft {
  readonly post: (intent: ViewToHost) => void;
  readonly message: () => Pick<UserMessage, 'text' | 'context'>;
  /** Replaces the text so that the user can undo it, and context items by others or by nothing. */
  readonly replace: (
    text: string,
    items: ReadonlyMap<ContextItem, ContextItem | undefined>,
  ) => void;
  /** Sends the message with the findings that the user allows. */
  readonly send: (allowed: readonly number[]) => void;
  /** After something was found in a context item, or is no more. */
  readonly onChange: () => void;
}

/** The text is checked when the user has not typed for this long. */
const pauseMs = 400;

/** After the message was held back, the line can be read before the same key sends it. */
const readingMs = 600;

const nothingFound: FoundInText = { findings: [], isPartial: false };

/** The line below the input box that says what must perhaps not be sent, with what can be done about it. */
export class DraftGuard {
  readonly node = element('div', { class: 'guard-line', hidden: '' });
  readonly #words = element('span', { class: 'guard-words', role: 'status' });
  readonly #buttons = element('span', { class: 'guard-buttons' });
  readonly #draft: GuardedDraft;
  /** What was found in the text of the box, as it was then. */
  #text = { text: '', found: nothingFound };
  /** What was found in context items. They never change; another one takes their place. */
  #items = new WeakMap<ContextItem, FoundInText>();
  /** Items in whose source the places are, which is read when they are sent. The host masks them. */
  readonly #readAgain = new WeakSet<ContextItem>();
  /** Items that the host masks. */
  readonly #masked = new WeakSet<ContextItem>();
  /** The check that the host has yet to answer. */
  #asked: { readonly check: number; readonly text: string; readonly items: readonly ContextItem[] };
  #timer: ReturnType<typeof setTimeout> | undefined;
  /** When the host held the message back, by `performance.now()`; undefined if it has changed since. */
  #heldAt: number | undefined;
  /** What the user wants to happen as soon as the text, which has just changed, is checked. */
  #afterCheck: (() => void) | undefined;

  constructor(draft: GuardedDraft) {
    this.#draft = draft;
    this.#asked = { check: 0, text: '', items: [] };
    const note = element('div', { class: 'guard-note' }, [icon('warning'), this.#words]);
    this.node.append(note, this.#buttons);
  }

  /** What was found in a context item so far. */
  of(item: ContextItem): FoundInText {
    return this.#items.get(item) ?? nothingFound;
  }

  /** Whether something in a context item is masked. */
  hasMask(item: ContextItem): boolean {
    return hasMask(item.text) || this.#masked.has(item);
  }

  /** Called after the message has changed: it is checked soon. */
  look(): void {
    const { text, context } = this.#draft.message();
    const isNew = text !== this.#text.text || context.some((item) => !this.#items.has(item));
    if (isNew) {
      this.#heldAt = undefined;
    }
    clearTimeout(this.#timer);
    if (isNew) {
      this.#timer = setTimeout(() => this.#check(), pauseMs);
    }
    this.#show();
  }

  /** Called when another chat is shown: what was decided in the one before does not count. */
  startOver(): void {
    this.#text = { text: '', found: nothingFound };
    this.#items = new WeakMap();
    this.#asked = { check: this.#asked.check + 1, text: '', items: [] };
    this.#heldAt = undefined;
    this.look();
  }

  /** Takes in what the host has found. */
  checked({ check, found }: Extract<HostToView, { readonly kind: 'checkedTexts' }>): void {
    const { text, items, check: asked } = this.#asked;
    if (check !== asked) {
      return;
    }
    const [inText = nothingFound, ...inItems] = found;
    this.#text = { text, found: inText };
    items.forEach((item, index) => this.#items.set(item, inItems[index] ?? nothingFound));
    const then = this.#afterCheck;
    this.#afterCheck = undefined;
    this.#draft.onChange();
    this.#show();
    then?.();
  }

  /** The host has not sent a message because of what it found in it as it was read again for sending. */
  heldBack({ text, context }: Pick<UserMessage, 'text' | 'context'>, found: MessageFindings): void {
    this.#text = { text, found: found.text };
    context.forEach((item, index) => {
      this.#items.set(item, found.context[index] ?? nothingFound);
      if (item.uri !== undefined) {
        this.#readAgain.add(item);
      }
    });
    this.#heldAt = performance.now();
    this.#draft.onChange();
    this.look();
  }

  /**
   * What the user allows by sending the message once more after it was held back. Undefined if nothing may be sent
   * yet, because the line has just appeared.
   */
  allowed(): readonly number[] | undefined {
    if (this.#heldAt === undefined) {
      return [];
    }
    return performance.now() - this.#heldAt < readingMs ? undefined : this.#ids();
  }

  #check(): void {
    const { text, context } = this.#draft.message();
    const items = context.filter((item) => !this.#items.has(item));
    const check = this.#asked.check + 1;
    this.#asked = { check, text, items };
    const texts = [text, ...items.map((item) => item.text)];
    this.#draft.post({ kind: 'checkTexts', check, texts });
  }

  #parts(): readonly FoundInText[] {
    const { text, context } = this.#draft.message();
    return [
      text.trim() === '' ? nothingFound : this.#text.found,
      ...context.map((item) => this.of(item)),
    ];
  }

  #findings(): readonly NumberedFinding[] {
    return this.#parts().flatMap(({ findings }) => findings);
  }

  #ids(): readonly number[] {
    return [...new Set(this.#findings().map(({ id }) => id))];
  }

  #show(): void {
    const names = visibleText(findingNames(this.#findings()));
    const isPartial = this.#parts().some((part) => part.isPartial);
    this.node.hidden = names === '' && !isPartial;
    const words = [
      ...(names === ''
        ? []
        : [
            this.#heldAt === undefined
              ? l10n.t('Check before sending: {0}.', names)
              : l10n.t('Not sent because of: {0}. Send again to send it anyway.', names),
          ]),
      ...(isPartial ? [l10n.t('The message is too long to be checked completely.')] : []),
    ].join(' ');
    // A screen reader says it again only if it has changed.
    if (this.#words.textContent !== words) {
      this.#words.textContent = words;
    }
    render(names === '' ? nothing : this.#actions(), this.#buttons);
  }

  #actions(): TemplateResult {
    return html`${textButton(
      l10n.t('Mask'),
      () => this.#whenChecked(() => this.#mask()),
      l10n.t('Replace what was found by a placeholder'),
    )}${textButton(
      l10n.t('Remove'),
      () => this.#whenChecked(() => this.#remove()),
      l10n.t('Remove what was found from the text, and the attachments that contain it'),
    )}${textButton(
      l10n.t('Send Anyway'),
      () => this.#draft.send(this.#ids()),
      l10n.t(
        'Send the message as it is. You are not asked again about the same values in this chat.',
      ),
    )}`;
  }

  /** Acts when the places that were found are those of the text as it is now. */
  #whenChecked(act: () => void): void {
    if (this.#draft.message().text === this.#text.text) {
      act();
    } else {
      this.#afterCheck = act;
      clearTimeout(this.#timer);
      this.#check();
    }
  }

  #mask(): void {
    const { text } = this.#draft.message();
    this.#draft.post({ kind: 'maskFindings', ids: this.#ids() });
    this.#replace(withoutFindings(text, this.#text.found.findings), (item) =>
      this.#maskedItem(item),
    );
  }

  #maskedItem(item: ContextItem): ContextItem {
    const { findings } = this.of(item);
    const text = this.#readAgain.has(item) ? item.text : withoutFindings(item.text, findings);
    const masked = { ...item, text };
    this.#masked.add(masked);
    this.#items.set(masked, { ...this.of(item), findings: [] });
    return masked;
  }

  #remove(): void {
    const { text } = this.#draft.message();
    this.#replace(
      withoutFindings(text, this.#text.found.findings, () => ''),
      () => undefined,
    );
  }

  /** Replaces the text, and each item in which something was found. Nothing that was found is left. */
  #replace(text: string, other: (item: ContextItem) => ContextItem | undefined): void {
    const { context } = this.#draft.message();
    const found = context.filter((item) => this.of(item).findings.length > 0);
    this.#text = { text, found: { ...this.#text.found, findings: [] } };
    this.#heldAt = undefined;
    this.#draft.replace(text, new Map(found.map((item) => [item, other(item)])));
  }
}
