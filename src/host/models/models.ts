import * as vscode from 'vscode';
import type { ModelContext } from '../../shared/panel/panelProtocol.ts';
import { contextLength, type Model } from '../../shared/service/chatCompletion.ts';
import { messageOf } from '../base/errorMessage.ts';
import type { Log } from '../base/log.ts';
import type { ServiceClients } from '../connections/serviceClients.ts';
import type { Target } from '../connections/target.ts';
import {
  createModelCatalogue,
  createModelLists,
  type ListedModel,
  type ModelCatalogue,
} from './modelCatalogue.ts';
import { createModelMemory, type ModelMemory } from './modelPreferences.ts';

/** What is known of the models of all connections. It is kept in a Memento and outlives the window. */
export class Models implements vscode.Disposable {
  readonly #changed = new vscode.EventEmitter<void>();
  readonly catalogue: ModelCatalogue;
  readonly memory: ModelMemory;
  /** Fires after a model list was fetched, or a preference or context length was stored. */
  readonly onDidChange = this.#changed.event;

  constructor(clients: ServiceClients, memento: vscode.Memento, log: Log) {
    const onChange = () => this.#changed.fire();
    const onFailure = (error: unknown) => log.error(messageOf(error));
    const lists = createModelLists(memento, onFailure);
    this.catalogue = createModelCatalogue(clients, lists, onChange);
    this.memory = createModelMemory(memento, onChange, onFailure);
  }

  dispose(): void {
    this.#changed.dispose();
  }
}

/** The target's model as the service listed it last; undefined if it is not known. Sends no request. */
export function listedModel(
  { connection, model }: Target,
  { catalogue }: Pick<Models, 'catalogue'>,
): ListedModel | undefined {
  return catalogue.peek(connection)?.models.find(({ id }) => id === model);
}

/** The context length of the target's model and its source, as far as known. Sends no request. */
export function contextOf(
  target: Target,
  models: Pick<Models, 'catalogue' | 'memory'>,
): ModelContext | undefined {
  const { connection, model } = target;
  const learnt = models.memory.of(connection).lengths.find((length) => length.model === model);
  return modelContext(listedModel(target, models), learnt?.tokens);
}

/**
 * The context length of a model, from its entry in the model list and from the length that an error has
 * stated, in tokens. The error takes precedence: a list often states what the model can take, which is
 * more than the service allows.
 */
export function modelContext(
  listed: Model | undefined,
  stated: number | undefined,
): ModelContext | undefined {
  if (stated !== undefined) {
    return { tokens: stated, source: 'error' };
  }
  const tokens = listed && contextLength(listed);
  return tokens === undefined ? undefined : { tokens, source: 'list' };
}
