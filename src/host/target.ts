import * as vscode from 'vscode';
import { isObjectOf, isString, optional } from '../shared/guards.ts';
import { findConnection } from './connections.ts';
import type { Connection } from './connection.ts';
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

const isStoredChoice = isObjectOf({ connectionId: isString, model: optional(isString) });
const stateKey = 'parley.target';

/** The choice is kept for all windows; a new choice in one does not change the others at once. */
export function createTargetChoice(state: vscode.Memento): TargetChoice {
  const changed = new vscode.EventEmitter<void>();
  const settings = vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration('parley.connections')) {
      changed.fire();
    }
  });
  return {
    onDidChange: changed.event,
    current: () => current(state.get(stateKey)),
    async choose(connectionId, model) {
      await state.update(stateKey, { connectionId, model });
      changed.fire();
    },
    dispose() {
      settings.dispose();
      changed.dispose();
    },
  };
}

function current(stored: unknown): Target | undefined {
  // What cannot be read now must not be taken for another service.
  const isUnusable =
    isStoredChoice(stored) && unusableConnections().some(({ id }) => id === stored.connectionId);
  return isUnusable ? undefined : (chosen(stored) ?? firstOfSettings());
}

function chosen(stored: unknown): Target | undefined {
  const connection = isStoredChoice(stored) ? findConnection(stored.connectionId) : undefined;
  return isStoredChoice(stored) && connection ? { connection, model: stored.model } : undefined;
}

function firstOfSettings(): Target | undefined {
  const connection = readConnections().find(({ model }) => model !== undefined);
  return connection && { connection, model: connection.model };
}
