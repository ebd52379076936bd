import { html, render, type TemplateResult } from 'lit';
import type { ViewToHost } from '../../shared/panel/panelProtocol.ts';
import { element } from '../dom/element.ts';

/** What can be done by typing `/` and a name into an empty box. */
interface SlashCommand {
  readonly name: string;
  readonly label: string;
  readonly run: () => void;
}

/** The commands whose names begin with what is typed, as a list that belongs to the box. */
export class SlashMenu {
  readonly node = element('div', {
    class: 'slash-menu',
    id: 'slash-menu',
    role: 'listbox',
    'aria-label': 'Commands',
    hidden: '',
  });
  readonly #box: HTMLTextAreaElement;
  readonly #commands: readonly SlashCommand[];
  readonly #onChosen: () => void;
  #matching: readonly SlashCommand[] = [];
  #active = 0;

  /** `box` keeps the focus. `onChosen` is called before the command is carried out. */
  constructor(box: HTMLTextAreaElement, commands: readonly SlashCommand[], onChosen: () => void) {
    this.#box = box;
    this.#commands = commands;
    this.#onChosen = onChosen;
    box.setAttribute('aria-controls', this.node.id);
    box.setAttribute('aria-autocomplete', 'list');
  }

  /** Shows the commands that `text` is the beginning of; hides itself where there is none. */
  show(text: string): void {
    const isCommand = /^\/\w*$/.test(text);
    this.#set(isCommand ? this.#commands.filter(({ name }) => `/${name}`.startsWith(text)) : []);
  }

  /** Whether the key was for the menu: arrows, Enter and Tab, Escape. */
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

/** What the commands of the box lead to. */
interface SlashActions {
  readonly post: (intent: ViewToHost) => void;
  readonly editSystemPrompt: () => void;
  readonly editLast: () => void;
  readonly showRequest: () => void;
}

/** The commands of the box, in the order in which they are offered. */
export function slashCommands({
  post,
  editSystemPrompt,
  editLast,
  showRequest,
}: SlashActions): readonly SlashCommand[] {
  return [
    { name: 'system', label: 'Set the system prompt', run: editSystemPrompt },
    { name: 'model', label: 'Choose a model', run: () => post({ kind: 'chooseModel' }) },
    {
      name: 'connection',
      label: 'Choose a connection',
      run: () => post({ kind: 'chooseConnection' }),
    },
    { name: 'edit', label: 'Edit the last message', run: editLast },
    { name: 'clear', label: 'Begin a new chat', run: () => post({ kind: 'newChat' }) },
    { name: 'export', label: 'Export this chat', run: () => post({ kind: 'exportChat' }) },
    { name: 'request', label: 'Show the next request', run: showRequest },
    { name: 'log', label: 'Show the log', run: () => post({ kind: 'showLog' }) },
  ];
}
