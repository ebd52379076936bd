import * as l10n from '@vscode/l10n';
import { html, render, type TemplateResult } from 'lit';
import type { ViewToHost } from '../../shared/panel/panelProtocol.ts';
import { element } from '../dom/element.ts';

/** A command that the user runs by typing `/` and its name into the empty input box. */
interface SlashCommand {
  readonly name: string;
  readonly label: string;
  readonly run: () => void;
}

/** The list of the commands whose names begin with the typed text. */
export class SlashMenu {
  readonly node = element('div', {
    class: 'slash-menu',
    id: 'slash-menu',
    role: 'listbox',
    'aria-label': l10n.t('Commands'),
    hidden: '',
  });
  readonly #box: HTMLTextAreaElement;
  readonly #commands: readonly SlashCommand[];
  readonly #onChosen: () => void;
  #matching: readonly SlashCommand[] = [];
  #active = 0;

  /** `box` keeps the focus while the list is open. `onChosen` is called before the command runs. */
  constructor(box: HTMLTextAreaElement, commands: readonly SlashCommand[], onChosen: () => void) {
    this.#box = box;
    this.#commands = commands;
    this.#onChosen = onChosen;
    box.setAttribute('aria-controls', this.node.id);
    box.setAttribute('aria-autocomplete', 'list');
  }

  /** Shows the commands that begin with `text`; hides the list if there are none. */
  show(text: string): void {
    const isCommand = /^\/\w*$/.test(text);
    this.#set(isCommand ? this.#commands.filter(({ name }) => `/${name}`.startsWith(text)) : []);
  }

  /** Handles arrows, Enter, Tab and Escape while the list is open. Gives whether the key was handled. */
  press({ key, shiftKey, isComposing }: KeyboardEvent): boolean {
    const count = this.#matching.length;
    if (count === 0 || isComposing || shiftKey) {
      return false;
    }
    switch (key) {
      case 'ArrowDown':
        this.#set(this.#matching, (this.#active + 1) % count);
        return true;
      case 'ArrowUp':
        this.#set(this.#matching, (this.#active + count - 1) % count);
        return true;
      case 'Enter':
      case 'Tab':
        this.#choose(this.#matching[this.#active]);
        return true;
      case 'Escape':
        this.#set([]);
        return true;
      default:
        return false;
    }
  }

  #choose(command: SlashCommand | undefined): void {
    this.#onChosen();
    command?.run();
  }

  #set(matching: readonly SlashCommand[], active = 0): void {
    this.#matching = matching;
    this.#active = active;
    this.node.hidden = matching.length === 0;
    render(
      matching.map((command, index) =>
        option(command, index === active, () => this.#choose(command)),
      ),
      this.node,
    );
    const current = matching[active];
    this.#box.setAttribute('aria-activedescendant', current ? optionId(current) : '');
  }
}

function optionId({ name }: SlashCommand): string {
  return `slash-${name}`;
}

function option(command: SlashCommand, isActive: boolean, choose: () => void): TemplateResult {
  return html`<div
    class="slash-command"
    id=${optionId(command)}
    role="option"
    aria-selected=${isActive}
    @pointerdown=${(event: Event) => event.preventDefault()}
    @click=${choose}
  >
    <span class="slash-name">/${command.name}</span>
    <span class="slash-label">${command.label}</span>
  </div>`;
}

/** Opens editors outside the composer. */
export interface EditCommands {
  lastMessage(): void;
  systemPrompt(): void;
}

interface SlashActions {
  readonly post: (intent: ViewToHost) => void;
  readonly edit: EditCommands;
  readonly showRequest: () => void;
}

/** All commands, in the order in which they are listed. */
export function slashCommands({ post, edit, showRequest }: SlashActions): readonly SlashCommand[] {
  return [
    { name: 'system', label: l10n.t('Set the system prompt'), run: () => edit.systemPrompt() },
    { name: 'model', label: l10n.t('Choose a model'), run: () => post({ kind: 'chooseModel' }) },
    {
      name: 'connection',
      label: l10n.t('Choose a connection'),
      run: () => post({ kind: 'chooseConnection' }),
    },
    { name: 'edit', label: l10n.t('Edit the last message'), run: () => edit.lastMessage() },
    { name: 'clear', label: l10n.t('Start a new chat'), run: () => post({ kind: 'newChat' }) },
    { name: 'export', label: l10n.t('Export this chat'), run: () => post({ kind: 'exportChat' }) },
    { name: 'request', label: l10n.t('Preview the next request'), run: showRequest },
    { name: 'log', label: l10n.t('Show the log'), run: () => post({ kind: 'showLog' }) },
  ];
}
