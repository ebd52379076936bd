import * as vscode from 'vscode';
import {
  type ConversationTarget,
  isConversationTarget,
} from '../../shared/conversation/conversation.ts';
import {
  demoConnection,
  findConnection,
  readConnections,
  unusableConnections,
} from '../connections/connectionSettings.ts';
import { ensureKey } from '../connections/connecting/keyFlows.ts';
import type { ReadyTarget, Target } from '../connections/target.ts';
import {
  type AskingServices,
  askForTarget,
  type ModelUse,
  pickOnce,
  type TargetQuestion,
} from './askForTarget.ts';
import type { ChatSession } from './session.ts';

/** Where the messages of one chat go. */
export interface ChatTarget {
  /** The chosen connection and model, or the first connection of the settings that names a model. */
  readonly current: () => Target | undefined;
  readonly choose: (connectionId: string, model?: string) => Promise<void>;
  /** Chooses the embedded demo service. */
  readonly tryDemo: () => Promise<void>;
  /** Asks the user. Gives whether something was chosen, even if it is the same as before. */
  readonly ask: (question: TargetQuestion, use?: ModelUse) => Promise<boolean>;
  /**
   * Lets the user choose a model for one request, without those that are left out. The target stays. Gives
   * undefined if the user cancelled.
   */
  readonly askOnce: (
    title: string,
    isLeftOut: (model: ReadyTarget) => boolean,
  ) => Promise<ReadyTarget | undefined>;
  /** The current target, after asking for what is missing; undefined if the user cancelled. */
  readonly ensureReady: () => Promise<ReadyTarget | undefined>;
}

/** The connection and model that were chosen last, in any window. */
export interface LastTarget extends vscode.Disposable {
  /** After a choice in this window, or a change of the connections. */
  readonly onDidChange: vscode.Event<void>;
  get(): unknown;
  set(target: ConversationTarget): Promise<void>;
}

const stateKey = 'parley.target';

/** Stores the last target in `state`. New chats start with it. */
export function createLastTarget(state: vscode.Memento): LastTarget {
  const changed = new vscode.EventEmitter<void>();
  const settings = vscode.workspace.onDidChangeConfiguration((event) => {
    if (event.affectsConfiguration('parley.connections')) {
      changed.fire();
    }
  });
  return {
    onDidChange: changed.event,
    get: () => state.get(stateKey),
    async set(target) {
      await state.update(stateKey, target);
      changed.fire();
    },
    dispose() {
      settings.dispose();
      changed.dispose();
    },
  };
}

/**
 * The target of `session`. A choice is stored with the conversation and as the last target. It does not
 * change the target of other chats that have one.
 */
export function createChatTarget(
  session: ChatSession,
  last: LastTarget,
  services: AskingServices,
): ChatTarget {
  const current = () => currentOf([session.conversation.target, last.get()]);
  const choose: ChatTarget['choose'] = async (connectionId, model) => {
    session.setTarget({ connectionId, model });
    await last.set({ connectionId, model });
  };
  const ask: ChatTarget['ask'] = async (question, use) =>
    askForTarget(question, { current, choose }, services, use);
  return {
    current,
    choose,
    tryDemo: async () => choose(demoConnection.id, demoConnection.model),
    ask,
    async askOnce(title, isLeftOut) {
      const target = current() ?? { connection: demoConnection };
      const picked = await pickOnce(target, { title, isLeftOut }, services);
      return picked !== undefined && (await ensureKey(picked.connection, services))
        ? picked
        : undefined;
    },
    async ensureReady() {
      if (current()?.model === undefined) {
        await ask('chooseModel');
      }
      const { connection, model } = current() ?? {};
      return connection !== undefined &&
        model !== undefined &&
        (await ensureKey(connection, services))
        ? { connection, model }
        : undefined;
    },
  };
}

/** The first of `choices` whose connection still exists. */
function currentOf(choices: readonly unknown[]): Target | undefined {
  const unusable = new Set(unusableConnections().map(({ id }) => id));
  for (const choice of choices.filter(isConversationTarget)) {
    const connection = findConnection(choice.connectionId);
    // A connection that cannot be used at the moment must not be replaced by another service.
    if (connection !== undefined || unusable.has(choice.connectionId)) {
      return connection && { connection, model: choice.model };
    }
  }
  const first = readConnections().find(({ model }) => model !== undefined);
  return first && { connection: first, model: first.model };
}
