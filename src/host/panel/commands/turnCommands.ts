import * as vscode from 'vscode';
import { transcript } from '../../../conversation/conversationState.ts';
import { canContinue, exchanges } from '../../../conversation/exchanges.ts';
import type { Conversation } from '../../../shared/conversation/conversation.ts';
import { isRecord, isString } from '../../../shared/guards.ts';
import type { Intents, ReadingAction, TurnAction } from '../../../shared/panel/panelProtocol.ts';
import { type Command, isNone } from '../../base/commands.ts';
import type { OpenChats } from '../openChats.ts';
import type { Panel } from '../panel.ts';
import type { Panels } from '../panels.ts';

/**
 * The commands on a turn of the active panel: the one whose context menu was used, else the last one. Each does
 * what the intent of the same name does.
 */
export function turnCommands(
  panels: Panels,
  onIntent: (intent: Intents[TurnAction], panel: Panel) => void,
  applyReply: (turnId: string, panel: Panel) => unknown,
) {
  const conversation = () => panels.active.chat.session.conversation;
  const turn = (
    kind: TurnAction,
    carryOut = (turnId: string): unknown => onIntent({ kind, turnId }, panels.active),
  ): Command => ({
    read(args) {
      const given = turnOfMenu(args, conversation());
      const act = () => {
        const turnId = given ?? lastTurnId(kind, conversation());
        return turnId === undefined ? undefined : carryOut(turnId);
      };
      return given !== undefined || isNone(args) ? act : undefined;
    },
  });
  return {
    'parley.turn.retry': turn('retry'),
    'parley.turn.continueReply': turn('continueReply'),
    'parley.turn.retryWith': turn('retryWith'),
    'parley.turn.compare': turn('compare'),
    'parley.turn.copyReply': turn('copyReply'),
    'parley.turn.openReply': turn('openReply'),
    'parley.turn.removeTurn': turn('removeTurn'),
    'parley.turn.applyReply': turn('copyReply', (turnId) => applyReply(turnId, panels.active)),
    'parley.turn.saveAsPrompt': turn('saveAsPrompt'),
  } satisfies Record<string, Command>;
}

/** The commands that the page of the active panel carries out, with the focus in the panel. */
export function readingCommands(panels: Panels) {
  const read = (action: ReadingAction) => async () => {
    const { active } = panels;
    if (action !== 'readLastReply' || !active.isShown) {
      await active.reveal();
    }
    active.read({ kind: 'read', action });
  };
  return {
    'parley.find': read('find'),
    'parley.nextMessage': read('nextMessage'),
    'parley.previousMessage': read('previousMessage'),
    'parley.nextCodeBlock': read('nextCodeBlock'),
    'parley.previousCodeBlock': read('previousCodeBlock'),
    'parley.readLastReply': read('readLastReply'),
    'parley.foldMessage': {
      read(args) {
        const { active } = panels;
        const turnId = turnOfMenu(args, active.chat.session.conversation);
        if (turnId !== undefined) {
          return () => active.read({ kind: 'read', action: 'foldMessage', turnId });
        }
        return isNone(args) ? read('foldMessage') : undefined;
      },
    },
    'parley.editLastMessage': read('editLastMessage'),
    'parley.editSystemPrompt': read('editSystemPrompt'),
    'parley.editParameters': read('editParameters'),
  } satisfies Record<`parley.${ReadingAction}`, Command>;
}

/** The turn whose context menu was used. What a webview passes to its commands comes from the page. */
function turnOfMenu(
  [context, ...others]: readonly unknown[],
  { turns }: Conversation,
): string | undefined {
  const turnId = isRecord(context) ? context['turnId'] : undefined;
  const isThere = turns.some(({ id }) => id === turnId);
  return isThere && isString(turnId) && isNone(others) ? turnId : undefined;
}

/** The turn that a command without a menu is about. Undefined, after a message to the user, if there is none. */
function lastTurnId(kind: TurnAction, conversation: Conversation): string | undefined {
  const turns = exchanges(transcript(conversation)).at(-1);
  const last = turns?.at(-1);
  if (turns === undefined || last === undefined) {
    say(vscode.l10n.t('This chat has no reply yet.'));
  } else if (kind !== 'continueReply') {
    return turns[0].id;
  } else if (canContinue(last.reply)) {
    return last.id;
  } else {
    say(
      last.reply.status === 'completed'
        ? vscode.l10n.t('The last reply is complete. There is nothing to continue.')
        : vscode.l10n.t('The last reply has no text to continue.'),
    );
  }
  return undefined;
}

function say(words: string): void {
  void vscode.window.showInformationMessage(words);
}

/** Enables the commands that depend on the state of the active panel's chat. */
export function enableCommands(panels: Panels, chats: OpenChats): vscode.Disposable {
  const enable = (): void => {
    const { isRunning, conversation } = panels.active.chat.session;
    const last = transcript(conversation).at(-1)?.reply;
    setContext('parley.busy', isRunning);
    setContext('parley.anyBusy', chats.running.length > 0);
    setContext('parley.hasReplies', last !== undefined);
    setContext('parley.canContinue', last !== undefined && canContinue(last));
  };
  return vscode.Disposable.from(panels.onDidChangeActive(enable), chats.onDidChangeRunning(enable));
}

function setContext(name: string, value: boolean): void {
  void vscode.commands.executeCommand('setContext', name, value);
}
