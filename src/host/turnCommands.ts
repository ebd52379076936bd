import * as vscode from 'vscode';
import { isObjectOf, isString } from '../shared/guards.ts';
import type { TurnIntent } from '../shared/turnIntent.ts';

/** The commands of a reply's menu, each by the intent that the panel would post. */
const kinds = ['retryWith', 'compare', 'openReply', 'removeTurn'] as const;

/** What the menu of a webview gives to its commands; it comes from the page, so it is not trusted. */
const isMenuContext = isObjectOf({ turnId: isString });

/** Registers `parley.turn.<intent>` for each. */
export function registerTurnCommands(onIntent: (intent: TurnIntent) => void): vscode.Disposable {
  return vscode.Disposable.from(
    ...kinds.map((kind) =>
      vscode.commands.registerCommand(`parley.turn.${kind}`, (context: unknown) => {
        const turnId = turnIdOf(context);
        if (turnId !== undefined) {
          onIntent({ kind, turnId });
        }
      }),
    ),
  );
}

/** The turn whose menu a command comes from, as the webview says. */
export function turnIdOf(context: unknown): string | undefined {
  return isMenuContext(context) ? context.turnId : undefined;
}
