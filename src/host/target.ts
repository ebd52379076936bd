import * as vscode from 'vscode';
import { isConversationTarget } from '../shared/conversationGuard.ts';
import { findConnection } from './connections.ts';
import type { Connection } from './connection.ts';
import type { ConversationSession } from './conversationSession.ts';
import { readConnections, unusableConnections } from './settings.ts';

/** Where the next message goes: a connection, and a model once one is chosen. */
export interface Target {
  readonly connection: Connection;
  readonly model?: string | undefined;
}

/** The remembered choice of connection and model. */
export interface TargetChoice extends vscode.Disposable {
  readonly onDidChange: vscode.Event<void>;
  /** The choice, or the first connection of the settings that names a model. */
  current(): Target | undefined;
  choose(connectionId: string, model?: string): Promise<void>;
}

const stateKey = 'parley.target';

/**
 * The choice is kept with the window's conversation, and for all windows as the one that a new
 * conversation begins with. A new choice in one window does not change the others at once.
 */
export function createTargetChoice(
  state: vscode.Memento,
  session: ConversationSession,
): TargetChoice {
  const changed = new vscode.EventEmitter<void>();
  const settings = vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration('parley.connections')) {
      changed.fire();
    }
  });
  return {
    onDidChange: changed.event,
    current: () => currentOf([session.conversation.target, state.get(stateKey)]),
    async choose(connectionId, model) {
      await state.update(stateKey, { connectionId, model });
      session.setTarget({ connectionId, model });
      changed.fire();
    },
    dispose() {
      settings.dispose();
      changed.dispose();
    },
  };
}

/** The first of `choices` whose connection is still there. */
function currentOf(choices: readonly unknown[]): Target | undefined {
  const ids = new Set(unusableConnections().map(({ id }) => id));
  for (const choice of choices.filter(isConversationTarget)) {
    const connection = findConnection(choice.connectionId);
    // A connection that cannot be read now must not give way to another service.
    if (connection !== undefined || ids.has(choice.connectionId)) {
      return connection && { connection, model: choice.model };
    }
  }
  return firstOfSettings();
}

function firstOfSettings(): Target | undefined {
  const connection = readConnections().find(({ model }) => model !== undefined);
  return connection && { connection, model: connection.model };
}
