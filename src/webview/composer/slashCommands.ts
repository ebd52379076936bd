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

/** The user's prompts that begin with `text`, then the commands; none unless it is a slash and a name. */
export function slashCompletions(
  text: string,
  actions: SlashActions,
  prompts: readonly FoundPrompt[],
): readonly Completion[] {
  return isSlashName(text)
    ? [...promptCompletions(text, actions, prompts), ...commandCompletions(text, actions)]
    : [];
}

/** Whether a text could be the beginning of the name of a command or prompt. */
export function isSlashName(text: string): boolean {
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
