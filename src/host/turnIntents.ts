import { exchanges } from '../chat/continuation.ts';
import { transcript } from '../chat/conversation.ts';
import type { TurnIntent } from '../shared/turnIntent.ts';
import * as vscode from 'vscode';
import { removeTurn, showTurn } from './branchActions.ts';
import { chooseModelAgain } from './chooseModelAgain.ts';
import { retryLater, sendToOtherModel } from './heldBackTurns.ts';
import type { Actions } from './registerCommands.ts';
import { sendChanged } from './sendChanged.ts';
import { useNearestModel } from './useNearestModel.ts';

/** Carries out what the user wants of one turn. */
export async function carryOutTurnIntent(intent: TurnIntent, actions: Actions): Promise<void> {
  const { kind, turnId } = intent;
  switch (kind) {
    case 'retry':
      return actions.sender.retry(turnId);
    case 'retryWith':
      return retryWith(turnId, actions);
    case 'edit':
      return actions.sender.edit(turnId, intent.text);
    case 'continueReply':
      return actions.sender.continueReply(turnId);
    case 'showTurn':
      return showTurn(actions.session, turnId);
    case 'copyReply':
      return vscode.env.clipboard.writeText(replyText(turnId, actions));
    case 'openReply':
      return openReply(turnId, actions);
    case 'compare':
      return compare(turnId, actions);
    case 'pick':
      actions.session.change({ kind: 'besideSet' });
      return showTurn(actions.session, turnId);
    case 'removeTurn':
      return remove(turnId, actions);
    case 'sendRenamed':
    case 'sendWithout':
      return sendChanged(turnId, kind, actions);
    case 'useNearest':
      return useNearestModel(turnId, actions);
    case 'retryLater':
      return retryLater(turnId, actions);
    case 'otherModel':
      return sendToOtherModel(turnId, actions);
  }
}

/** Asks the model that is chosen for the reply of a turn; nothing is sent where the user has left. */
async function retryWith(turnId: string, actions: Actions): Promise<void> {
  if (await chooseModelAgain(actions)) {
    await actions.sender.retry(turnId);
  }
}

/** Asks the model that is chosen the same and shows both replies, side by side. */
async function compare(turnId: string, actions: Actions): Promise<void> {
  if (await chooseModelAgain(actions)) {
    actions.session.change({ kind: 'besideSet', turnId });
    await actions.sender.retry(turnId);
  }
}

/** A reply with what went on with it. */
function replyText(turnId: string, { session: { conversation } }: Actions): string {
  const shown = exchanges(transcript(conversation)).find(([{ id }]) => id === turnId);
  const replies = shown ?? conversation.turns.filter(({ id }) => id === turnId);
  return replies.map(({ reply }) => reply.text).join('');
}

/** Opens a reply as a markdown document that belongs to no file yet. */
async function openReply(turnId: string, actions: Actions): Promise<void> {
  const content = replyText(turnId, actions);
  const document = await vscode.workspace.openTextDocument({ language: 'markdown', content });
  await vscode.window.showTextDocument(document);
}

function remove(turnId: string, { session, notice }: Actions): void {
  if (session.isRunning) {
    const text = vscode.l10n.t(
      'Nothing was removed: a reply is running in this chat. Stop it first, or wait for its end.',
    );
    notice({ severity: 'info', text });
    return;
  }
  const removedIds = removeTurn(session, turnId);
  if (removedIds.length > 0) {
    const text = vscode.l10n.t(
      'The message and its reply were removed; they are not sent any more. What came after them stays.',
    );
    notice({ severity: 'info', text, removedIds });
  }
}
