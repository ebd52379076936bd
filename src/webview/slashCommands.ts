import type { ViewToHost } from '../shared/panelProtocol.ts';
import type { SlashCommand } from './slashMenu.ts';

/** What the commands of the box lead to. */
export interface SlashActions {
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
