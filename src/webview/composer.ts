import { render } from 'lit';
import { tokenEstimate } from '../chat/tokenEstimate.ts';
import type { PanelSettings, ViewToHost } from '../shared/panelProtocol.ts';
import type { OwnParameters } from '../shared/requestParameters.ts';
import { composerBar } from './composerBar.ts';
import type { Draft } from './draft.ts';
import { element } from './element.ts';
import { isSendKey } from './isSendKey.ts';
import { parameterLines } from '../shared/parameterText.ts';
import { slashCommands } from './slashCommands.ts';
import { SlashMenu } from './slashMenu.ts';
import { createParametersPopover } from './parametersPopover.ts';

/** What the composer needs of the panel. */
export interface ComposerServices {
  readonly post: (intent: ViewToHost) => void;
  readonly isRunning: () => boolean;
  /** Whether a message waits for the running reply already. */
  readonly hasQueued: () => boolean;
  readonly draft: Draft;
  /** Lets the user edit the last message; false where there is none. */
  readonly editLast: () => boolean;
  readonly editSystemPrompt: () => void;
}

/** The box the user writes in, with the model and the Send button, which is Stop during a reply. */
export class Composer {
  readonly node: HTMLElement;
  readonly #services: ComposerServices;
  readonly #box = element('textarea', {
    class: 'composer-text',
    rows: '1',
    placeholder: 'Ask…',
    'aria-label': 'Message',
  });
  readonly #bar = element('div', { class: 'composer-bar' });
  readonly #parameters = createParametersPopover(
    (parameters) => this.#services.post({ kind: 'setParameters', parameters }),
    () => this.#services.post({ kind: 'forgetRequestChanges' }),
  );
  readonly #menu: SlashMenu;
  #settings: PanelSettings = {};
  #own: OwnParameters = {};
  /** About how many tokens come before what stands in the box. */
  #pathTokens = 0;
  /** Posted and not yet a turn. It stays in the box until it is one, so that it cannot be lost. */
  #sent: string | undefined;
  #maySend = true;

  /** Starts with the stored draft. */
  constructor(services: ComposerServices) {
    this.#services = services;
    const { post, editSystemPrompt } = services;
    const showRequest = (): void => this.showRequest();
    this.#menu = new SlashMenu(
      this.#box,
      slashCommands({ post, editSystemPrompt, showRequest }),
      () => this.#write(''),
    );
    this.node = element('div', { class: 'composer' }, [
      this.#menu.node,
      this.#box,
      this.#bar,
      this.#parameters.node,
    ]);
    this.#box.value = services.draft.read();
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
    const { parameters: defaults = {}, changes = [] } = settings.target ?? {};
    this.#parameters.update({ own, defaults, changes });
    this.#showBar();
  }

  /** Puts the cursor into the box. */
  focus(): void {
    this.#box.focus();
  }

  /** A turn with this text has started: it leaves the box. */
  taken(text: string): void {
    if (this.#sent?.trim() === text.trim()) {
      const { value } = this.#box;
      this.#write(value.startsWith(this.#sent) ? value.slice(this.#sent.length) : value);
      this.#sent = undefined;
    }
    this.#maySend = true;
  }

  /** A message that has not become a turn may be sent again. */
  release(): void {
    this.#maySend = true;
  }

  /** Puts text before what stands in the box. */
  insert(text: string): void {
    const { value } = this.#box;
    this.#write(value === '' ? text : `${text}\n${value}`);
    this.focus();
  }

  /** Asks to see what Send would send. */
  showRequest(): void {
    this.#services.post({ kind: 'showRequest', text: this.#box.value });
  }

  #onKey(event: KeyboardEvent): void {
    if (this.#menu.press(event)) {
      event.preventDefault();
      // Escape is for the menu, and not to stop what is running.
      event.stopPropagation();
    } else if (isSendKey(event, this.#settings.sendWith)) {
      event.preventDefault();
      this.#send();
    } else if (isEditKey(event) && this.#box.value === '' && this.#services.editLast()) {
      event.preventDefault();
    }
  }

  #write(text: string): void {
    if (text !== this.#box.value) {
      this.#box.value = text;
    }
    this.#services.draft.write(text);
    this.#menu.show(text);
    this.#showBar();
  }

  #send(): void {
    const { value } = this.#box;
    const isRunning = this.#services.isRunning();
    const isTaken = isRunning && this.#services.hasQueued();
    if (this.#maySend && !isTaken && value.trim() !== '') {
      this.#sent = value;
      this.#maySend = false;
      this.#services.post({ kind: isRunning ? 'queue' : 'send', text: value });
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
      tokens: this.#pathTokens + tokenEstimate(this.#box.value),
      isRunning,
      sendWith: this.#settings.sendWith,
      maySend: isRunning || this.#box.value.trim() !== '',
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

function isEditKey({ key, shiftKey, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  return key === 'ArrowUp' && !(shiftKey || ctrlKey || altKey || metaKey);
}
