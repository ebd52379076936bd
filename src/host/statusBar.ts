import * as vscode from 'vscode';
import { transcript } from '../chat/conversation.ts';
import type { Conversation } from '../shared/conversation.ts';
import type { ConversationSession } from './conversationSession.ts';
import type { Target, TargetChoice } from './target.ts';

/** What the status bar item shows. */
export interface StatusBarState {
  readonly text: string;
  readonly tooltip: string;
}

/** The item with the model's name; a click chooses another. Shows a running and a failed reply. */
export function createStatusBar(
  session: ConversationSession,
  target: TargetChoice,
): vscode.Disposable {
  const item = vscode.window.createStatusBarItem(
    'parley.model',
    vscode.StatusBarAlignment.Right,
    100,
  );
  item.name = 'Parley';
  item.command = 'parley.chooseModel';
  const update = () => {
    const { text, tooltip } = statusBarState(session.conversation, target.current());
    item.text = text;
    item.tooltip = tooltip;
    item.accessibilityInformation = { label: `Parley, ${tooltip}`, role: 'button' };
  };
  update();
  item.show();
  return vscode.Disposable.from(
    item,
    target.onDidChange(update),
    session.onDidReplace(update),
    session.onDidApply(({ kind }) => {
      if (kind === 'turnStarted' || kind === 'turnEnded') {
        update();
      }
    }),
  );
}

/** Words and icon for a conversation and the choice of connection and model. */
export function statusBarState(
  conversation: Conversation,
  target: Target | undefined,
): StatusBarState {
  const name = target?.model ?? vscode.l10n.t('Choose a model');
  const where = target && vscode.l10n.t('Connection: {0}', target.connection.name);
  const reply = transcript(conversation).at(-1)?.reply;
  const lines = (first: string) => [first, where].filter((line) => line !== undefined).join('\n');
  if (reply?.status === 'running') {
    return { text: `$(loading~spin) ${name}`, tooltip: lines(vscode.l10n.t('A reply is running')) };
  }
  if (reply?.status === 'failed') {
    const reason = reply.error?.message ?? vscode.l10n.t('The last reply failed');
    return { text: `$(warning) ${name}`, tooltip: lines(reason) };
  }
  return {
    text: `$(comment-discussion) ${name}`,
    tooltip: lines(vscode.l10n.t('Model: {0}', name)),
  };
}
