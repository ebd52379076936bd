import * as vscode from 'vscode';
import { branchesOf } from '../../conversation/branches.ts';
import { isReplyOf, runningTurn, transcript } from '../../conversation/conversationState.ts';
import { exchanges } from '../../conversation/exchanges.ts';
import { replyMarkdown } from '../../conversation/transfer/markdown.ts';
import type { IntentKind, Intents } from '../../shared/panel/panelProtocol.ts';
import { imagesField } from '../../shared/service/requestAdjustment.ts';
import { allConnections } from '../connections/connectionSettings.ts';
import type { Chat } from './chat.ts';
import type { ChatSession } from './session.ts';
import { useStandardMode } from './heldBackNotice.ts';

interface AboutTurn {
  readonly turnId: string;
}

/** What each intent about a chat or a turn of it does. */
export const chatIntents = {
  sendNow: (_, { session }) => session.sendNow(),
  sendQueued: async (_, { sender }) => sender.sendQueued(),
  unqueue: (_, { session }) => session.change({ kind: 'messageQueued' }),
  restoreTurns: ({ turnIds }, { session }) => restoreTurns(session, turnIds),
  setSystemPrompt: ({ text }, { session }) =>
    session.change({ kind: 'systemPromptSet', systemPrompt: text }),
  setParameters: ({ parameters }, { session }) => session.setParameters(parameters),
  useStandardMode: switchToStandardMode,
  edit: async ({ turnId, text }, { sender }) => sender.edit(turnId, text),
  retry: async ({ turnId }, { sender }) => sender.retry(turnId),
  retryWith: retryWithChosenModel,
  compare,
  retryLater,
  otherModel: sendToOtherModel,
  sendRenamed: async (about, chat) => retryWithoutRefusedField(about, chat, 'renamed'),
  sendWithout: async (about, chat) => retryWithoutRefusedField(about, chat, 'left out'),
  chooseEffort,
  useNearest: useNearestModel,
  leaveOutAttachments: async ({ turnId }, { sender }) => sender.retry(turnId, { isTextOnly: true }),
  sendWithoutImages: async ({ turnId }, { sender }) =>
    sender.retry(turnId, { adjustment: { field: imagesField } }),
  sendNotStreamed,
  continueReply: async ({ turnId }, { sender }) => sender.continueReply(turnId),
  showTurn: ({ turnId }, { session }) => showTurn(session, turnId),
  pick({ turnId }, { session }) {
    session.change({ kind: 'besideSet' });
    showTurn(session, turnId);
  },
  removeTurn: remove,
  copyReply: async (about, chat) => vscode.env.clipboard.writeText(replyText(about, chat)),
  openReply,
  saveAsPrompt,
  diagnose,
} satisfies { readonly [K in IntentKind]?: (intent: Intents[K], chat: Chat) => unknown };

async function switchToStandardMode(
  { connectionId }: { readonly connectionId: string },
  { notice }: Chat,
): Promise<void> {
  const said = await useStandardMode(connectionId);
  if (said !== undefined) {
    notice(said);
  }
}

/** Switches the connection of a failed turn to standard mode, and sends the message again. */
async function sendNotStreamed(
  { turnId }: AboutTurn,
  { session, sender, notice }: Chat,
): Promise<void> {
  const turn = session.conversation.turns.find(({ id }) => id === turnId);
  const said = await useStandardMode(turn?.reply.connectionId ?? '');
  if (said !== undefined) {
    notice(said);
    await sender.retry(turnId);
  }
}

/** Lets the user choose a model and regenerates the reply with it. Sends nothing if the user cancelled. */
async function retryWithChosenModel(
  { turnId }: AboutTurn,
  { target, sender }: Chat,
): Promise<void> {
  const title = vscode.l10n.t('Regenerate Reply');
  if (await target.ask('chooseModel', { title, isSentAtOnce: true })) {
    await sender.retry(turnId);
  }
}

/** Lets the user choose another model for the same message, and shows both replies. The chat's model stays. */
async function compare({ turnId }: AboutTurn, { session, target, sender }: Chat): Promise<void> {
  const reply = session.conversation.turns.find(({ id }) => id === turnId)?.reply;
  if (reply === undefined) {
    return;
  }
  const other = await target.askOnce(
    vscode.l10n.t('Compare with Another Model'),
    ({ connection, model }) => model === reply.model && isReplyOf(reply, connection),
  );
  if (other !== undefined) {
    await sender.compare(turnId, other);
  }
}

/** A reply and the turns that continue it, as Markdown. */
function replyText({ turnId }: AboutTurn, { session: { conversation } }: Chat): string {
  const shown = exchanges(transcript(conversation)).find(([{ id }]) => id === turnId);
  const replies = shown ?? conversation.turns.filter(({ id }) => id === turnId);
  return replyMarkdown(replies.map(({ reply }) => reply));
}

/** Opens a reply as an untitled Markdown document. */
async function openReply(about: AboutTurn, chat: Chat): Promise<void> {
  const content = replyText(about, chat);
  const document = await vscode.workspace.openTextDocument({ language: 'markdown', content });
  await vscode.window.showTextDocument(document);
}

/** Creates a prompt file with the text of a message. */
async function saveAsPrompt({ turnId }: AboutTurn, { session }: Chat): Promise<void> {
  const turn = session.conversation.turns.find(({ id }) => id === turnId);
  await (turn && vscode.commands.executeCommand('parley.newPrompt', { text: turn.user.text }));
}

/** Diagnoses the connection of a reply; if that no longer exists, the user is asked for another one. */
async function diagnose({ turnId }: AboutTurn, { session }: Chat): Promise<void> {
  const reply = session.conversation.turns.find(({ id }) => id === turnId)?.reply;
  const connection = allConnections().find((each) => reply !== undefined && isReplyOf(reply, each));
  await vscode.commands.executeCommand('parley.diagnoseConnection', connection?.id);
}

function remove({ turnId }: AboutTurn, { session, notice }: Chat): void {
  if (session.isRunning) {
    const text = vscode.l10n.t(
      'The message cannot be removed while a reply is running. Stop the reply or wait until it ends.',
    );
    notice({ severity: 'info', text });
    return;
  }
  const removedIds = removeTurn(session, turnId);
  if (removedIds.length > 0) {
    const text = vscode.l10n.t(
      'The message and its reply were removed and are no longer sent. Later messages are kept.',
    );
    notice({ severity: 'info', text, removedIds });
  }
}

/** Sends the message of a failed turn again, after the wait that the service asked for. */
async function retryLater({ turnId }: AboutTurn, { session, sender }: Chat): Promise<void> {
  const turn = session.conversation.turns.find(({ id }) => id === turnId);
  const { error, endedAt } = turn?.reply ?? {};
  if (error?.retryAfterMs !== undefined && endedAt !== undefined) {
    const delayMs = Math.max(0, endedAt + error.retryAfterMs - Date.now());
    await sender.retry(turnId, { heldBack: { delayMs, reason: error.kind } });
  }
}

/** Lets the user choose another model for a turn that is waiting to be sent. It keeps waiting meanwhile. */
async function sendToOtherModel(
  { turnId }: AboutTurn,
  { session, sender, target }: Chat,
): Promise<void> {
  const isChosen = await target.ask('chooseModel');
  const running = runningTurn(session.conversation);
  const { connection, model } = target.current() ?? {};
  // A request that was sent may have been billed, so it is not stopped.
  if (!isChosen || running?.id !== turnId || running.reply.waiting === undefined) {
    return;
  }
  if (running.reply.model !== model || !isReplyOf(running.reply, connection)) {
    session.stop();
    await sender.retry(turnId);
  }
}

/**
 * Sends the message of a failed turn again, without the field that the service rejected or with the field
 * under its other name. The field is taken from the stored failure, not from the panel.
 */
async function retryWithoutRefusedField(
  { turnId }: AboutTurn,
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
 * Lets the user choose one of the thinking efforts that the service named when it rejected another one, and
 * sends the message again with it. The effort is then that of the chat.
 */
async function chooseEffort({ turnId }: AboutTurn, { session, sender }: Chat): Promise<void> {
  const turn = session.conversation.turns.find(({ id }) => id === turnId);
  const { values = [] } = turn?.reply.error?.refused ?? {};
  const effort = await vscode.window.showQuickPick(values, {
    title: vscode.l10n.t('Choose Effort'),
    placeHolder: vscode.l10n.t('The message is sent again with this effort'),
  });
  if (effort !== undefined && !session.isRunning) {
    session.setParameters({ ...session.conversation.parameters, thinkingEffort: effort });
    await sender.retry(turnId);
  }
}

/**
 * Chooses the listed model whose name is closest to the one that a failed turn asked for, and sends the message
 * again. The model is taken from the stored failure, not from the panel.
 */
async function useNearestModel(
  { turnId }: AboutTurn,
  { session, sender, target }: Chat,
): Promise<void> {
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

/** Shows the branch with this turn, down to the turn that was shown last on it. */
function showTurn(session: ChatSession, turnId: string): void {
  const turn = session.conversation.turns.find(({ id }) => id === turnId);
  if (turn !== undefined && !transcript(session.conversation).includes(turn)) {
    session.change({ kind: 'headSet', headId: branchesOf(session.conversation).endOf(turn).id });
  }
}

/**
 * Removes a message and its whole reply: they are neither shown nor sent. The turns after them stay. If it was
 * the last message, another version of it is shown. Gives the ids of the removed turns.
 */
function removeTurn(session: ChatSession, turnId: string): readonly string[] {
  const { conversation } = session;
  const all = exchanges(transcript(conversation));
  const removed = all.find((turns) => turns.some(({ id }) => id === turnId));
  if (removed === undefined || session.isRunning) {
    return [];
  }
  const versions = branchesOf(conversation).versionsOf(removed[0]);
  const index = versions.indexOf(removed[0]);
  const instead = removed === all.at(-1) ? (versions[index - 1] ?? versions[index + 1]) : undefined;
  const turnIds = removed.map(({ id }) => id);
  session.change({ kind: 'turnsRemoved', turnIds });
  if (instead !== undefined) {
    showTurn(session, instead.id);
  }
  return turnIds;
}

/** Restores removed turns to their place and shows them. */
function restoreTurns(session: ChatSession, turnIds: readonly string[]): void {
  const [first] = turnIds;
  session.change({ kind: 'turnsRestored', turnIds });
  if (first !== undefined) {
    showTurn(session, first);
  }
}
