import * as vscode from 'vscode';
import { canContinue, exchanges } from '../chat/continuation.ts';
import { transcript } from '../chat/conversation.ts';
import type { Conversation } from '../shared/conversation.ts';
import { isObjectOf, isString } from '../shared/guards.ts';
import { handleCommand } from './commandHandlers.ts';
import type { TurnIntent } from '../shared/turnIntent.ts';
import type { Panels } from './panels.ts';
import type { PanelView } from './panelView.ts';

/** The commands on a reply, each by the intent that the panel would post. */
const kinds = [
  'retry',
  'continueReply',
  'retryWith',
  'compare',
  'copyReply',
  'openReply',
  'removeTurn',
] as const;

/** What the menu of a webview gives to its commands; it comes from the page, so it is not trusted. */
const isMenuContext = isObjectOf({ turnId: isString });

/**
 * Registers `parley.turn.<intent>` for each, in the active panel: about the reply whose menu it comes
 * from, else about the last one.
 */
export function registerTurnCommands(
  panels: Panels,
  onIntent: (intent: TurnIntent, panel: PanelView) => void,
): vscode.Disposable {
  return vscode.Disposable.from(
    ...kinds.map((kind) =>
      handleCommand(`parley.turn.${kind}`, (context: unknown) => {
        const { active } = panels;
        const turnId = turnIdOf(context) ?? lastTurnId(kind, active.chat.session.conversation);
        if (turnId !== undefined) {
          onIntent({ kind, turnId }, active);
        }
      }),
    ),
  );
}

/** The turn whose menu a command comes from, as the webview says. */
export function turnIdOf(context: unknown): string | undefined {
  return isMenuContext(context) ? context.turnId : undefined;
}

/** The turn of the last reply; nothing, and words that say why, where there is none. */
function lastTurnId(kind: (typeof kinds)[number], conversation: Conversation): string | undefined {
  const turns = exchanges(transcript(conversation)).at(-1);
  const last = turns?.at(-1);
  if (turns === undefined || last === undefined) {
    say(vscode.l10n.t('There is no reply in this chat yet.'));
  } else if (kind !== 'continueReply') {
    return turns[0].id;
  } else if (canContinue(last.reply)) {
    return last.id;
  } else {
    say(vscode.l10n.t('The last reply was not cut: there is nothing to go on with.'));
  }
  return undefined;
}

function say(words: string): void {
  void vscode.window.showInformationMessage(words);
}
