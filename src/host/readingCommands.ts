import * as vscode from 'vscode';
import { readingActions } from '../shared/readingAction.ts';
import { handleCommand } from './commandHandlers.ts';
import type { Panels } from './panels.ts';
import { turnIdOf } from './turnCommands.ts';

/** Registers what the active panel does by itself; it gets the focus for all that moves the focus in it. */
export function registerReadingCommands(panels: Panels): vscode.Disposable {
  return vscode.Disposable.from(
    ...readingActions.map((action) =>
      handleCommand(`parley.${action}`, async () => {
        const { active } = panels;
        if (action !== 'readLastReply' || !active.isShown) {
          await active.reveal();
        }
        active.read({ kind: 'read', action });
      }),
    ),
    handleCommand('parley.turn.foldMessage', (context: unknown) => {
      const turnId = turnIdOf(context);
      if (turnId !== undefined) {
        panels.active.read({ kind: 'read', action: 'foldMessage', turnId });
      }
    }),
  );
}
