import * as l10n from '@vscode/l10n';
import type { FoundPrompt, ViewToHost } from '../../shared/panel/panelProtocol.ts';
import { visibleText } from '../../shared/visibleText.ts';
import type { Completion } from './completionMenu.ts';

/** A command that the user runs by typing `/` and its name into the empty input box. */
interface SlashCommand {
  readonly name: string;
  readonly label: string;
  readonly run: () => void;
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
  /** Empties the input box, before a command runs. */
  readonly clear: () => void;
}

/**
 * Offers the user's prompts and the commands whose names begin with what is typed after `/`. The host is asked for
 * the prompts each time a `/` begins a message.
 */
export class SlashCommands {
  readonly #actions: SlashActions;
  readonly #onFound: () => void;
  #prompts: readonly FoundPrompt[] = [];
  #text = '';
  #isAwaited = false;

  /** `onFound` is called when prompts were found, so that there may be more to offer. */
  constructor(actions: SlashActions, onFound: () => void) {
    this.#actions = actions;
    this.#onFound = onFound;
  }

  /** What is offered for this text of the box; none unless it is a slash and a name. */
  look(text: string): readonly Completion[] {
    if (isSlashName(text) && !isSlashName(this.#text)) {
      this.#isAwaited = true;
      this.#actions.post({ kind: 'findPrompts' });
    }
    this.#text = text;
    return isSlashName(text)
      ? [
          ...promptCompletions(text, this.#actions, this.#prompts),
          ...commandCompletions(text, this.#actions),
        ]
      : [];
  }

  /** Takes in the prompts that the host has found. */
  found(prompts: readonly FoundPrompt[]): void {
    this.#prompts = prompts;
    this.#isAwaited = false;
    this.#onFound();
  }

  /** Whether the text may be the name of a prompt that the host has not named yet. It must not be sent by mistake. */
  mayBecomePrompt(text: string): boolean {
    return this.#isAwaited && text.length > 1 && isSlashName(text);
  }
}

/** Whether a text could be the beginning of the name of a command or prompt. */
function isSlashName(text: string): boolean {
  return /^\/[^\s/]{0,100}$/.test(text);
}

function promptCompletions(
  text: string,
  { post, clear }: SlashActions,
  prompts: readonly FoundPrompt[],
): readonly Completion[] {
  const typed = text.slice(1).toLowerCase();
  return prompts
    .filter(({ name }) => name.toLowerCase().startsWith(typed))
    .map(({ id, name, description, place }, index) => ({
      id: `prompt-${index}`,
      name: `/${visibleText(name)}`,
      detail: description,
      place,
      choose() {
        clear();
        post({ kind: 'runPrompt', id });
      },
    }));
}

function commandCompletions(text: string, actions: SlashActions): readonly Completion[] {
  return slashCommands(actions)
    .filter(({ name }) => `/${name}`.startsWith(text))
    .map(({ name, label, run }) => ({
      id: `slash-${name}`,
      name: `/${name}`,
      detail: label,
      choose() {
        actions.clear();
        run();
      },
    }));
}

/** All commands, in the order in which they are listed. */
function slashCommands({ post, edit, showRequest }: SlashActions): readonly SlashCommand[] {
  return [
    {
      name: 'system',
      label: l10n.t('Edit System Prompt of This Chat'),
      run: () => edit.systemPrompt(),
    },
    { name: 'model', label: l10n.t('Choose Model'), run: () => post({ kind: 'chooseModel' }) },
    { name: 'edit', label: l10n.t('Edit Message'), run: () => edit.lastMessage() },
    { name: 'clear', label: l10n.t('New Chat'), run: () => post({ kind: 'newChat' }) },
    { name: 'export', label: l10n.t('Export Chats'), run: () => post({ kind: 'exportChats' }) },
    { name: 'request', label: l10n.t('Preview Request'), run: showRequest },
    { name: 'log', label: l10n.t('Show Log'), run: () => post({ kind: 'showLog' }) },
  ];
}
