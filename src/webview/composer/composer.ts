import { render } from 'lit';
import { messageContent } from '../../conversation/request/prompt.ts';
import { tokenEstimate } from '../../conversation/request/tokenEstimate.ts';
import type { UserMessage } from '../../shared/conversation/conversation.ts';
import type { PanelSettings, ViewToHost } from '../../shared/panel/panelProtocol.ts';
import { type OwnParameters, parameterLines } from '../../shared/service/requestParameters.ts';
import { element } from '../dom/element.ts';
import { isSendKey } from '../dom/sendKey.ts';
import { Attachments } from './attachments.ts';
import { composerBar } from './composerBar.ts';
import type { Draft } from './draft.ts';
import { createParametersPopover } from './parametersPopover.ts';
import { SentHistory } from './sentHistory.ts';
import { slashCommands, SlashMenu } from './slashMenu.ts';

/** What the composer needs of the panel. */
interface ComposerServices {
  readonly post: (intent: ViewToHost) => void;
  readonly isRunning: () => boolean;
  /** Whether a message waits for the running reply already, which is pointed out then. */
  readonly pointOutQueued: () => boolean;
  readonly draft: Draft;
  /** The texts of the messages of the conversation, the oldest first. */
  readonly sentMessages: () => readonly string[];
  readonly editLast: () => void;
  readonly editSystemPrompt: () => void;
}

/** The box the user writes in, with the model and the Send button, which is Stop during a reply. */
export class Composer {
  readonly node: HTMLElement;
  readonly #services: ComposerServices;
  readonly #box = element('textarea', {
    class: 'composer-text',
    rows: '1',
    dir: 'auto',
    'aria-label': 'Message',
  });
  readonly #bar = element('div', { class: 'composer-bar' });
  readonly #parameters = createParametersPopover(
    (parameters) => this.#services.post({ kind: 'setParameters', parameters }),
    () => this.#services.post({ kind: 'forgetRequestChanges' }),
  );
  readonly #menu: SlashMenu;
  readonly #history = new SentHistory(
    this.#box,
    () => this.#services.sentMessages(),
    (text) => this.#write(text),
  );
  /** What goes along with the message. */
  readonly attachments = new Attachments(this.#box, () => this.#write(this.#box.value));
  #settings: PanelSettings = {};
  #own: OwnParameters = {};
  /** About how many tokens come before what stands in the box. */
  #pathTokens = 0;
  /** Posted and not yet a turn. It stays in the box until it is one, so that it cannot be lost. */
  #sent: UserMessage | undefined;
  #maySend = true;

  /** Starts with the stored draft. */
  constructor(services: ComposerServices) {
    this.#services = services;
    const { post, editSystemPrompt, editLast } = services;
    const showRequest = (): void => this.showRequest();
    const commands = slashCommands({ post, editSystemPrompt, editLast, showRequest });
    this.#menu = new SlashMenu(this.#box, commands, () => this.#write(''));
    this.node = element('div', { class: 'composer' }, [
      this.#menu.node,
      this.attachments.node,
      this.#box,
      this.#bar,
      this.#parameters.node,
    ]);
    const { text, context } = services.draft.read();
    this.#box.value = text;
    this.attachments.set(context);
    this.#box.addEventListener('input', () => this.#write(this.#box.value));
    this.#box.addEventListener('keydown', (event) => this.#onKey(event));
  }

  /**
   * Shows the model, what is set of the parameters, and Send or Stop. `pathTokens` is about how many
   * tokens come before the message.
   */
  update(settings: PanelSettings, own: OwnParameters = {}, pathTokens = 0): void {
    this.#settings = settings;
    this.#pathTokens = pathTokens;
    this.#own = own;
    const { parameters: defaults = {}, adjustments: changes = [] } = settings.target ?? {};
    this.#parameters.update({ own, defaults, changes });
    this.#showBar();
  }

  /** Puts the cursor into the box. */
  focus(): void {
    this.#box.focus();
  }

  /** A turn with this text has started: it leaves the box, and what the user wrote comes back. */
  taken(text: string): void {
    const sent = this.#sent;
    if (sent?.text.trim() === text.trim()) {
      const { value } = this.#box;
      const { own } = this.#history;
      this.#sent = undefined;
      this.attachments.remove(sent.context);
      const rest = value === own ? value : `${value}${own}`;
      this.#write(rest.startsWith(sent.text) ? rest.slice(sent.text.length) : rest);
    }
    this.#maySend = true;
  }

  /** A message that has not become a turn may be sent again. */
  release(): void {
    this.#maySend = true;
  }

  /** Puts a message before what stands in the box. */
  insert({ text, context }: UserMessage): void {
    const { value } = this.#box;
    this.attachments.set([...context, ...this.attachments.items]);
    this.#write(value === '' ? text : `${text}\n${value}`);
    this.focus();
  }

  /** Asks to see what Send would send. */
  showRequest(): void {
    this.#services.post({ kind: 'showRequest', ...posted(this.#content) });
  }

  get #content(): UserMessage {
    return { text: this.#box.value, context: this.attachments.items };
  }

  #onKey(event: KeyboardEvent): void {
    if (this.#menu.press(event)) {
      event.preventDefault();
      // Escape is for the menu, and not to stop what is running.
      event.stopPropagation();
    } else if (isSendKey(event, this.#settings.sendWith)) {
      event.preventDefault();
      this.#send();
    } else {
      this.#history.press(event);
    }
  }

  #write(text: string): void {
    if (text !== this.#box.value) {
      this.#box.value = text;
    }
    this.#services.draft.write({ ...this.#content, text: this.#history.own });
    this.#menu.show(text);
    this.#showBar();
  }

  #send(): void {
    const isRunning = this.#services.isRunning();
    const mayAsk = this.#maySend && !isBlank(this.#content);
    if (mayAsk && !(isRunning && this.#services.pointOutQueued())) {
      this.#sent = this.#content;
      this.#maySend = false;
      this.#services.post({ kind: 'send', ...posted(this.#content) });
    }
  }

  #press({ detail }: MouseEvent): void {
    // The second click of a double click on Send must not stop what the first one began.
    if (!this.#services.isRunning()) {
      this.#send();
    } else if (detail <= 1) {
      this.#services.post({ kind: 'stop' });
    }
    this.focus();
  }

  #showBar(): void {
    const isRunning = this.#services.isRunning();
    this.#box.placeholder = isRunning ? 'Ask next…' : 'Ask…';
    const { target } = this.#settings;
    const state = {
      target,
      parameters: parameterLines(target?.parameters, this.#own),
      tokens: this.#pathTokens + tokenEstimate(messageContent(this.#content)),
      isRunning,
      sendWith: this.#settings.sendWith,
      maySend: isRunning || !isBlank(this.#content),
    };
    const actions = {
      post: this.#services.post,
      preview: () => this.showRequest(),
      press: (event: MouseEvent) => this.#press(event),
      parametersPopover: this.#parameters.node,
    };
    render(composerBar(state, actions), this.#bar);
  }
}

/** Whether there is nothing to send. */
function isBlank({ text, context }: UserMessage): boolean {
  return text.trim() === '' && context.length === 0;
}

/** A message as the panel posts it. */
function posted({ text, context }: UserMessage): Pick<UserMessage, 'text'> & Partial<UserMessage> {
  return context.length === 0 ? { text } : { text, context };
}
