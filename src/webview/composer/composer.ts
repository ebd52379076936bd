import * as l10n from '@vscode/l10n';
import { nothing, render } from 'lit';
import { messageTokens } from '../../conversation/request/tokenEstimate.ts';
import type { ContextItem, UserMessage } from '../../shared/conversation/conversation.ts';
import type { HostToView, ViewToHost } from '../../shared/panel/panelProtocol.ts';
import type { PanelSettings } from '../../shared/panel/panelState.ts';
import { parameterLines } from '../../shared/service/parameterText.ts';
import type { OwnParameters } from '../../shared/service/requestParameters.ts';
import { element, insertText } from '../dom/element.ts';
import type { PanelState } from '../dom/keptState.ts';
import { isSendKey } from '../dom/keyboard.ts';
import type { ImageBytes } from '../images/imageBytes.ts';
import { Attachments } from './attachments.ts';
import { CompletionMenu } from './completionMenu.ts';
import { composerBar } from './composerBar.ts';
import { contextWarning, imageModel } from './contextMeter.ts';
import type { Draft } from './draft.ts';
import { DraftGuard } from './draftGuard.ts';
import { FileCompletions } from './fileCompletions.ts';
import { ImageAttachments } from './imageAttachments.ts';
import { createParametersPopover, type ParametersPopover } from './parameters/parametersPopover.ts';
import { SentHistory } from './sentHistory.ts';
import { type EditCommands, SlashCommands } from './slashCommands.ts';

interface ComposerServices {
  readonly post: (intent: ViewToHost) => void;
  readonly draft: Draft;
  readonly state: PanelState;
  readonly bytes: ImageBytes;
  readonly conversation: ComposerConversation;
  readonly edit: EditCommands;
}

/** What the composer asks about the conversation on the page. */
interface ComposerConversation {
  isRunning(): boolean;
  isTemporary(): boolean;
  /** Whether a message is queued already. If so, the panel says that only one can be. */
  pointOutQueued(): boolean;
  /** The texts of messages that were sent: in other chats and then in this one, the oldest first. */
  sentMessages(): readonly string[];
}

/** The input box, its attachments, and the bar below it with the model and Send or Stop. */
export class Composer {
  readonly node: HTMLElement;
  readonly #services: ComposerServices;
  readonly #box = element('textarea', {
    class: 'composer-text',
    rows: '1',
    dir: 'auto',
    'aria-label': l10n.t('Message'),
  });
  readonly #bar = element('div', { class: 'composer-bar' });
  readonly #warning = element('p', { class: 'composer-warning', role: 'status' });
  /** The pop-over with the conversation's own parameters. */
  readonly parameters: ParametersPopover = createParametersPopover(
    (parameters) => this.#services.post({ kind: 'setParameters', parameters }),
    () => this.#services.post({ kind: 'forgetRequestChanges' }),
  );
  readonly #menu = new CompletionMenu(this.#box, () => this.files.dismiss());
  /** The files that are offered after `#`. */
  readonly files = new FileCompletions(this.#box, this.#menu, (intent) =>
    this.#services.post(intent),
  );
  /** The commands and prompts that are offered after `/`. */
  readonly slash = new SlashCommands(
    {
      post: (intent) => this.#services.post(intent),
      edit: {
        lastMessage: () => this.#services.edit.lastMessage(),
        systemPrompt: () => this.#services.edit.systemPrompt(),
      },
      showRequest: () => this.showRequest(),
      clear: () => this.#write(''),
    },
    () => document.activeElement === this.#box && this.#showCommands(this.#box.value),
  );
  readonly #history = new SentHistory(
    this.#box,
    () => this.#services.conversation.sentMessages(),
    (text) => this.#write(text),
  );
  /** What must perhaps not be sent of the message. */
  readonly guard = new DraftGuard({
    post: (intent) => this.#services.post(intent),
    message: () => this.#content,
    replace: (text, items) => this.#replace(text, items),
    send: (allowed) => this.#send(allowed),
    onChange: () => this.attachments.set(this.attachments.own),
  });
  /** The context items of the message. */
  readonly attachments = new Attachments(this.#box, {
    onChange: () => this.#write(this.#box.value),
    open: (item) => this.#services.post({ kind: 'openContext', item }),
    addSelection: () => this.#services.post({ kind: 'pickContext', name: 'selection' }),
    guard: this.guard,
  });
  /** The images of the message. */
  readonly images: ImageAttachments;
  #settings: PanelSettings = {};
  #own: OwnParameters = {};
  /** Estimated tokens of the request before the message in the box. */
  #pathTokens = 0;
  /** The message that was posted and is not yet a turn. It stays in the box so that it cannot be lost. */
  #sent: UserMessage | undefined;
  /** False while the host decides about a posted message. */
  #maySend = true;

  /** Starts with the stored draft. */
  constructor(services: ComposerServices) {
    this.#services = services;
    const { post, state, bytes, conversation } = services;
    this.images = new ImageAttachments(
      this.#box,
      {
        post,
        state,
        bytes,
        isTemporary: () => conversation.isTemporary(),
        focusBox: () => this.focus(),
      },
      () => this.#write(this.#box.value),
    );
    this.node = element('div', { class: 'composer' }, [
      this.#menu.node,
      this.images.node,
      this.attachments.node,
      this.#box,
      this.guard.node,
      this.#warning,
      this.#bar,
      this.parameters.node,
    ]);
    const { text, context, images = [] } = services.draft.read();
    this.#box.value = text;
    this.attachments.set(context);
    this.images.set(images);
    this.images.sayWhatWasCut();
    this.#box.addEventListener('input', () => {
      this.#write(this.#box.value);
      this.files.look();
    });
    this.#box.addEventListener('keydown', (event) => this.#onKey(event));
  }

  /**
   * Shows the target, the conversation's own parameters, and Send or Stop. `pathTokens` estimates the
   * tokens of the request before the message in the box.
   */
  update(settings: PanelSettings, own: OwnParameters = {}, pathTokens = 0): void {
    this.#settings = settings;
    this.#pathTokens = pathTokens;
    this.#own = own;
    const { parameters: defaults = {}, adjustments = [] } = settings.target ?? {};
    const { thinking, notListed = [], maxOutputTokens } = settings.target ?? {};
    const listed = { notListed, maxOutputTokens };
    this.parameters.update({ own, defaults, adjustments, thinking, ...listed });
    this.images.showTarget(settings.target);
    this.attachments.showSelection(settings.selection);
    this.#showBar();
  }

  /** Gives the focus to the input box. */
  focus(): void {
    this.#box.focus();
  }

  /**
   * Removes the posted message with this text from the box, because it has become a turn or is queued.
   * What the user has typed since stays.
   */
  taken(text: string): void {
    const sent = this.#sent;
    if (sent?.text.trim() === text.trim()) {
      const { value } = this.#box;
      const { own } = this.#history;
      this.#sent = undefined;
      this.attachments.remove(sent.context);
      this.images.remove(sent.images ?? []);
      const rest = value === own ? value : `${value}${own}`;
      this.#write(rest.startsWith(sent.text) ? rest.slice(sent.text.length) : rest);
    }
    this.#maySend = true;
  }

  /** Shows why the host has not sent the posted message. It can be changed, or sent again. */
  heldBack({ found }: Extract<HostToView, { readonly kind: 'heldBack' }>): void {
    this.release();
    if (this.#sent !== undefined) {
      this.guard.heldBack(this.#sent, found);
    }
  }

  /** Allows a message that has not become a turn to be sent again. */
  release(): void {
    this.#maySend = true;
  }

  /** Puts a message before the text in the box. */
  insert({ text, context, images = [] }: UserMessage): void {
    const { value } = this.#box;
    this.attachments.set([...context, ...this.attachments.own]);
    this.images.set([...images, ...this.images.items]);
    this.#write(value === '' ? text : `${text}\n${value}`);
    this.focus();
  }

  /** Puts `text` before that in the box, unless it is there already. */
  begin(text: string): void {
    if (this.#box.value.startsWith(text)) {
      this.focus();
    } else {
      this.insert({ text, context: [] });
    }
  }

  /** Types a `#`, after which files are offered. */
  offerFiles(): void {
    this.focus();
    const before = this.#box.value.slice(0, this.#box.selectionStart);
    insertText(this.#box, /\S$/.test(before) ? ' #' : '#');
  }

  /** Asks the host to show the request that Send would cause. */
  showRequest(): void {
    this.#services.post({ kind: 'showRequest', ...posted(this.#content) });
  }

  get #content(): UserMessage {
    const { items } = this.images;
    const images = items.length > 0 && { images: items };
    return { text: this.#box.value, context: this.attachments.items, ...images };
  }

  /** Whether the user has put nothing into the message. */
  get #isBlank(): boolean {
    const { own } = this.attachments;
    return this.#box.value.trim() === '' && own.length === 0 && this.images.items.length === 0;
  }

  #onKey(event: KeyboardEvent): void {
    if (this.#menu.press(event)) {
      event.preventDefault();
      // Escape closes the menu; further up it would stop the reply.
      event.stopPropagation();
    } else if (isSendKey(event, this.#settings.sendWith)) {
      event.preventDefault();
      // A key that is held down must not send what was held back.
      if (!event.repeat && !this.slash.mayBecomePrompt(this.#box.value)) {
        this.#send();
      }
    } else {
      this.#history.press(event);
    }
  }

  #write(text: string): void {
    if (text !== this.#box.value) {
      this.#box.value = text;
    }
    const { own: context } = this.attachments;
    this.#services.draft.write({ ...this.#content, context, text: this.#history.own });
    this.#showCommands(text);
    this.#showBar();
    this.guard.look();
  }

  #replace(text: string, items: ReadonlyMap<ContextItem, ContextItem | undefined>): void {
    this.attachments.replace(items);
    this.focus();
    if (text !== this.#box.value) {
      this.#box.select();
      insertText(this.#box, text);
    }
    this.#write(text);
  }

  /** Offers the commands that begin with `text`. */
  #showCommands(text: string): void {
    this.#menu.show(l10n.t('Commands'), this.slash.look(text));
  }

  #send(allowed = this.guard.allowed()): void {
    const { underWay } = this.images;
    if (allowed === undefined) {
      return;
    }
    if (underWay !== undefined) {
      void underWay.then(() => this.#send(allowed));
      return;
    }
    const isRunning = this.#services.conversation.isRunning();
    const mayAsk = this.#maySend && !this.#isBlank;
    if (mayAsk && !(isRunning && this.#services.conversation.pointOutQueued())) {
      this.#sent = this.#content;
      this.#maySend = false;
      const agreed = allowed.length > 0 && { allowed };
      this.#services.post({ kind: 'send', ...posted(this.#content), ...agreed });
    }
  }

  #press({ detail }: MouseEvent): void {
    // The second click of a double click on Send must not stop the reply.
    if (!this.#services.conversation.isRunning()) {
      this.#send();
    } else if (detail <= 1) {
      this.#services.post({ kind: 'stop' });
    }
    this.focus();
  }

  #showBar(): void {
    const isRunning = this.#services.conversation.isRunning();
    this.#box.placeholder = isRunning ? l10n.t('Queue a message…') : l10n.t('Ask…');
    const { target } = this.#settings;
    const state = {
      target,
      parameters: parameterLines(target?.parameters, this.#own),
      tokens: this.#pathTokens + messageTokens(this.#content, imageModel(target)),
      isRunning,
      sendWith: this.#settings.sendWith,
      maySend: isRunning || !this.#isBlank,
    };
    const actions = {
      post: this.#services.post,
      preview: () => this.showRequest(),
      press: (event: MouseEvent) => this.#press(event),
      parametersPopover: this.parameters.node,
    };
    render(composerBar(state, actions), this.#bar);
    const isWritten = !this.#isBlank;
    render(isWritten ? contextWarning(state.tokens, target?.context) : nothing, this.#warning);
  }
}

/** The fields of a message in an intent; `context` is left out if it is empty. */
function posted({
  context,
  ...others
}: UserMessage): Pick<UserMessage, 'text'> & Partial<UserMessage> {
  return context.length === 0 ? others : { ...others, context };
}
