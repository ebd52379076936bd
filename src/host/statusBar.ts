import * as vscode from 'vscode';
import { transcript } from '../chat/conversation.ts';
import type { Conversation, Reply } from '../shared/conversation.ts';
import type { ModelContext } from '../shared/panelProtocol.ts';
import { contextOf } from './contextOf.ts';
import type { Models } from './models.ts';
import type { ConversationSession } from './conversationSession.ts';
import { onRunningChange } from './onRunningChange.ts';
import { labelText } from './labelText.ts';
import type { Target, TargetChoice } from './target.ts';

/** A longer name would push other items out of the status bar; the tooltip has it whole. */
const maxNameLength = 40;

/** What the status bar item shows. */
export interface StatusBarState {
  readonly text: string;
  readonly tooltip: string;
}

/** The item with the model's name; a click chooses another. Shows a running and a failed reply. */
export function createStatusBar(
  session: ConversationSession,
  target: TargetChoice,
  models: Models,
  place: string,
): vscode.Disposable {
  const item = vscode.window.createStatusBarItem(
    'parley.model',
    vscode.StatusBarAlignment.Right,
    100,
  );
  item.name = 'Parley';
  item.command = 'parley.chooseModel';
  const update = () => {
    const current = target.current();
    const context = current && contextOf(current, models);
    const { text, tooltip } = statusBarState(session.conversation, current, { context, place });
    item.text = text;
    item.tooltip = tooltip;
    item.accessibilityInformation = { label: `Parley, ${tooltip}`, role: 'button' };
  };
  update();
  item.show();
  return vscode.Disposable.from(
    item,
    target.onDidChange(update),
    models.onDidChange(update),
    onRunningChange(session, update),
  );
}

/** What is said beside the conversation and the choice. */
interface StatusFacts {
  readonly context?: ModelContext | undefined;
  /** Where requests leave from. */
  readonly place: string;
}

/** Words and icon for a conversation and the choice of connection and model. */
export function statusBarState(
  conversation: Conversation,
  target: Target | undefined,
  facts: StatusFacts,
): StatusBarState {
  const { model, connection } = target ?? {};
  const name = model === undefined ? vscode.l10n.t('Choose a model') : labelText(shortened(model));
  const reply = transcript(conversation).at(-1)?.reply;
  const tooltip = (first?: string) =>
    [
      first,
      model && vscode.l10n.t('Model: {0}', model),
      connection && vscode.l10n.t('Connection: {0}', connection.name),
      ...(connection === undefined ? [] : factLines(facts, reply)),
    ]
      .filter(Boolean)
      .join('\n');
  if (reply?.status === 'running') {
    return {
      text: `$(loading~spin) ${name}`,
      tooltip: tooltip(vscode.l10n.t('A reply is running')),
    };
  }
  // Another choice has not failed yet.
  if (
    reply?.status === 'failed' &&
    reply.model === model &&
    reply.connection === connection?.name
  ) {
    const reason = reply.error?.message ?? vscode.l10n.t('The last reply failed');
    return { text: `$(warning) ${name}`, tooltip: tooltip(reason) };
  }
  return {
    text: `$(comment-discussion) ${name}`,
    tooltip: tooltip() || vscode.l10n.t('No connection is chosen'),
  };
}

function factLines({ context, place }: StatusFacts, reply: Reply | undefined): readonly string[] {
  const { prompt_tokens: prompt, completion_tokens: completion } = reply?.usage ?? {};
  return [
    vscode.l10n.t('Requests leave from: {0}', place),
    context === undefined
      ? vscode.l10n.t('Context: not known')
      : vscode.l10n.t('Context: {0} tokens', count(context.tokens)),
    prompt === undefined || completion === undefined
      ? ''
      : vscode.l10n.t(
          'Last reply: {0} tokens in the prompt, {1} in the reply',
          count(prompt),
          count(completion),
        ),
  ];
}

function count(tokens: number): string {
  return tokens.toLocaleString(vscode.env.language);
}

function shortened(name: string): string {
  return name.length > maxNameLength ? `${name.slice(0, maxNameLength - 1)}…` : name;
}
