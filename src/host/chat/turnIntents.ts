import * as vscode from 'vscode';
import { isReplyOf, runningTurn, transcript } from '../../conversation/conversation.ts';
import { exchanges } from '../../conversation/exchanges.ts';
import type { TurnIntent } from '../../shared/panel/panelProtocol.ts';
import { allConnections } from '../connections/connectionSettings.ts';
import type { Chat } from '../panel/commands.ts';
import { removeTurn, showTurn } from './branches.ts';

/** Carries out what the user wants of one turn. */
export async function carryOutTurnIntent(intent: TurnIntent, actions: Chat): Promise<void> {
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
async function retryWith(turnId: string, actions: Chat): Promise<void> {
  if (await chooseModelAgain(actions)) {
    await actions.sender.retry(turnId);
  }
}

/** Asks the model that is chosen the same and shows both replies, side by side. */
async function compare(turnId: string, actions: Chat): Promise<void> {
  if (await chooseModelAgain(actions)) {
    actions.session.change({ kind: 'besideSet', turnId });
    await actions.sender.retry(turnId);
  }
}

/** A reply with what went on with it. */
function replyText(turnId: string, { session: { conversation } }: Chat): string {
  const shown = exchanges(transcript(conversation)).find(([{ id }]) => id === turnId);
  const replies = shown ?? conversation.turns.filter(({ id }) => id === turnId);
  return replies.map(({ reply }) => reply.text).join('');
}

/** Opens a reply as a markdown document that belongs to no file yet. */
async function openReply(turnId: string, actions: Chat): Promise<void> {
  const content = replyText(turnId, actions);
  const document = await vscode.workspace.openTextDocument({ language: 'markdown', content });
  await vscode.window.showTextDocument(document);
}

function remove(turnId: string, { session, notice }: Chat): void {
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

/** Sends the message of a failed turn again when the time that the service asked for is over. */
export async function retryLater(turnId: string, { session, sender }: Chat): Promise<void> {
  const turn = session.conversation.turns.find(({ id }) => id === turnId);
  const { error, endedAt } = turn?.reply ?? {};
  if (error?.retryAfterMs !== undefined && endedAt !== undefined) {
    const delayMs = Math.max(0, endedAt + error.retryAfterMs - Date.now());
    await sender.retry(turnId, { heldBack: { delayMs, reason: error.kind } });
  }
}

/** Lets the user choose another model for a turn that is held back; the wait goes on meanwhile. */
export async function sendToOtherModel(turnId: string, actions: Chat): Promise<void> {
  const { session, sender, services } = actions;
  const isChosen = await chooseModelAgain(actions);
  const running = runningTurn(session.conversation);
  const { connection, model } = services.choice.current() ?? {};
  // Once the request is under way it may cost something: it is left alone.
  if (!isChosen || running?.id !== turnId || running.reply.waiting === undefined) {
    return;
  }
  if (running.reply.model !== model || !isReplyOf(running.reply, connection)) {
    session.stop();
    await sender.retry(turnId);
  }
}

/**
 * Sends the message of a failed turn again, without the field that the service has refused or with
 * it under its other name. The panel says only which: the field is the one of the stored failure.
 */
async function sendChanged(
  turnId: string,
  how: 'sendRenamed' | 'sendWithout',
  { session, sender }: Chat,
): Promise<void> {
  const turn = session.conversation.turns.find(({ id }) => id === turnId);
  const refused = turn?.reply.error?.refused;
  if (refused !== undefined) {
    const { name, otherName, isValue } = refused;
    const sentAs = how === 'sendRenamed' ? otherName : undefined;
    await sender.retry(turnId, { change: { field: name, sentAs, once: isValue || undefined } });
  }
}

/**
 * Makes the model that is nearest to the one a failed turn asked for the choice, and sends the
 * message again. The panel says only which turn: the id is the one of the stored failure.
 */
async function useNearestModel(turnId: string, { session, sender, services }: Chat): Promise<void> {
  const reply = session.conversation.turns.find(({ id }) => id === turnId)?.reply;
  const check = reply?.error?.modelCheck;
  const nearest = check?.kind === 'unlisted' ? check.nearest[0] : undefined;
  const { choice } = services;
  const connection = [choice.current()?.connection, ...allConnections()].find(
    (candidate) => reply !== undefined && isReplyOf(reply, candidate),
  );
  if (nearest !== undefined && connection !== undefined) {
    await choice.choose(connection.id, nearest.id);
    await sender.retry(turnId);
  }
}

/** Lets the user choose where messages go; whether something was chosen, be it what it was before. */
async function chooseModelAgain({ flows, services }: Chat): Promise<boolean> {
  const before = services.choice.count;
  await flows.chooseModel();
  return services.choice.count > before;
}
