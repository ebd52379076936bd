import type { Target } from '../connections/target.ts';
import * as vscode from 'vscode';
import type { ConversationTarget } from '../../shared/conversation/conversation.ts';
import { isConversationTarget } from '../../shared/conversation/conversationGuard.ts';
import {
  findConnection,
  readConnections,
  unusableConnections,
} from '../connections/connectionSettings.ts';
import type { ChatSession } from './session.ts';

/** The connection and model that were chosen last, for all windows. */
export interface TargetMemory extends vscode.Disposable {
  /** After a choice in this window, or a change of the connections. */
  readonly onDidChange: vscode.Event<void>;
  last(): unknown;
  choose(choice: ConversationTarget): Promise<void>;
}

/** The choice of connection and model for one conversation. */
export interface ChatTarget {
  /** The choice, or the first connection of the settings that names a model. */
  current(): Target | undefined;
  /** How often something was chosen. */
  readonly count: number;
  choose(connectionId: string, model?: string): Promise<void>;
}

const stateKey = 'parley.target';

/** Kept in `state`: what a new conversation begins with. */
export function createTargetMemory(state: vscode.Memento): TargetMemory {
  const changed = new vscode.EventEmitter<void>();
  const settings = vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration('parley.connections')) {
      changed.fire();
    }
  });
  return {
    onDidChange: changed.event,
    last: () => state.get(stateKey),
    async choose(choice) {
      await state.update(stateKey, choice);
      changed.fire();
    },
    dispose() {
      settings.dispose();
      changed.dispose();
    },
  };
}

/**
 * The choice is kept with the conversation, and in `memory`. A new choice in one conversation does not
 * change another that has one.
 */
export function createChatTarget(memory: TargetMemory, session: ChatSession): ChatTarget {
  let count = 0;
  return {
    current: () => currentOf([session.conversation.target, memory.last()]),
    get count() {
      return count;
    },
    async choose(connectionId, model) {
      count += 1;
      session.setTarget({ connectionId, model });
      await memory.choose({ connectionId, model });
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
