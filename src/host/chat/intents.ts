import * as vscode from 'vscode';
import { isReplyOf, runningTurn, transcript } from '../../conversation/conversation.ts';
import { exchanges } from '../../conversation/exchanges.ts';
import type { ChatIntent, TurnAction, TurnIntent } from '../../shared/panel/panelProtocol.ts';
import { allConnections } from '../connections/connectionSettings.ts';
import type { Chat } from './chat.ts';
import type { RetryOptions } from './session.ts';
import { removeTurn, restoreTurns, showTurn } from './branches.ts';
import { sendQueued } from './sender.ts';

/** Carries out what the user wants of a chat, but for its turns. */
export function carryOutChatIntent(
  intent: ChatIntent,
  { session, sender }: Chat,
): void | Promise<void> {
  switch (intent.kind) {
    case 'sendNow':
      return session.sendNow();
    case 'sendQueued':
      return sendQueued(session, sender);
    case 'unqueue':
      return session.change({ kind: 'messageQueued' });
    case 'restoreTurns':
      return restoreTurns(session, intent.turnIds);
    case 'setSystemPrompt':
      return session.change({ kind: 'systemPromptSet', systemPrompt: intent.text });
    case 'setParameters':
      return session.setParameters(intent.parameters);
  }
}

/** What is done for each intent that says no more than which turn. */
const actions: Readonly<Record<TurnAction, (turnId: string, chat: Chat) => unknown>> = {
  retry: async (turnId, { sender }) => sender.retry(turnId),
  retryWith: async (turnId, chat) => retryWithChosenModel(turnId, chat),
  compare: async (turnId, chat) => retryWithChosenModel(turnId, chat, { isComparison: true }),
  retryLater,
  otherModel: sendToOtherModel,
  sendRenamed: async (turnId, chat) => retryWithoutRefusedField(turnId, chat, 'renamed'),
  sendWithout: async (turnId, chat) => retryWithoutRefusedField(turnId, chat, 'left out'),
  useNearest: useNearestModel,
  continueReply: async (turnId, { sender }) => sender.continueReply(turnId),
  showTurn: (turnId, { session }) => showTurn(session, turnId),
  pick(turnId, { session }) {
    session.change({ kind: 'besideSet' });
    showTurn(session, turnId);
  },
  removeTurn: remove,
  copyReply: async (turnId, chat) => vscode.env.clipboard.writeText(replyText(turnId, chat)),
  openReply,
};

/** Carries out what the user wants of one turn. */
export async function carryOutTurnIntent(intent: TurnIntent, chat: Chat): Promise<void> {
  await (intent.kind === 'edit'
    ? chat.sender.edit(intent.turnId, intent.text)
    : actions[intent.kind](intent.turnId, chat));
}

/** Lets the user choose a model and asks it for the reply of a turn; nothing is sent where the user left. */
async function retryWithChosenModel(
  turnId: string,
  { target, sender }: Chat,
  options?: RetryOptions,
): Promise<void> {
  if (await target.ask('chooseModel')) {
    await sender.retry(turnId, options);
  }
}

/** The text of a reply and of the turns that continue it. */
function replyText(turnId: string, { session: { conversation } }: Chat): string {
  const shown = exchanges(transcript(conversation)).find(([{ id }]) => id === turnId);
  const replies = shown ?? conversation.turns.filter(({ id }) => id === turnId);
  return replies.map(({ reply }) => reply.text).join('');
}

/** Opens a reply as a markdown document that belongs to no file yet. */
async function openReply(turnId: string, chat: Chat): Promise<void> {
  const content = replyText(turnId, chat);
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
async function retryLater(turnId: string, { session, sender }: Chat): Promise<void> {
  const turn = session.conversation.turns.find(({ id }) => id === turnId);
  const { error, endedAt } = turn?.reply ?? {};
  if (error?.retryAfterMs !== undefined && endedAt !== undefined) {
    const delayMs = Math.max(0, endedAt + error.retryAfterMs - Date.now());
    await sender.retry(turnId, { heldBack: { delayMs, reason: error.kind } });
  }
}

/** Lets the user choose another model for a turn that is held back; the wait goes on meanwhile. */
async function sendToOtherModel(turnId: string, { session, sender, target }: Chat): Promise<void> {
  const isChosen = await target.ask('chooseModel');
  const running = runningTurn(session.conversation);
  const { connection, model } = target.current() ?? {};
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
async function retryWithoutRefusedField(
  turnId: string,
  { session, sender }: Chat,
  how: 'renamed' | 'left out',
): Promise<void> {
  const turn = session.conversation.turns.find(({ id }) => id === turnId);
  const refused = turn?.reply.error?.refused;
  if (refused !== undefined) {
    const { name, otherName, isValue } = refused;
    const sentAs = how === 'renamed' ? otherName : undefined;
    await sender.retry(turnId, { adjustment: { field: name, sentAs, once: isValue || undefined } });
  }
}

/**
 * Makes the model that is nearest to the one a failed turn asked for the choice, and sends the
 * message again. The panel says only which turn: the id is the one of the stored failure.
 */
async function useNearestModel(turnId: string, { session, sender, target }: Chat): Promise<void> {
  const reply = session.conversation.turns.find(({ id }) => id === turnId)?.reply;
  const check = reply?.error?.modelCheck;
  const nearest = check?.kind === 'unlisted' ? check.nearest[0] : undefined;
  const connection = [target.current()?.connection, ...allConnections()].find(
    (candidate) => reply !== undefined && isReplyOf(reply, candidate),
  );
  if (nearest !== undefined && connection !== undefined) {
    await target.choose(connection.id, nearest.id);
    await sender.retry(turnId);
  }
}
