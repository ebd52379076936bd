import * as vscode from 'vscode';
import type { ModelContext } from '../../shared/panel/panelState.ts';
import type { ModelFacts } from '../../shared/models/modelFacts.ts';
import { messageOf } from '../base/errorMessage.ts';
import type { Log } from '../base/log.ts';
import type { ServiceClients } from '../connections/clients/serviceClients.ts';
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

/** The context length of the target's model and its source, as far as known. Sends no request. */
export function contextOf(
  { connection, model }: Target,
  { catalogue, memory }: Pick<Models, 'catalogue' | 'memory'>,
): ModelContext | undefined {
  const learnt = memory.of(connection).lengths.find((length) => length.model === model);
  return modelContext(listedModel({ connection, model }, { catalogue }), learnt?.tokens);
}

/** What the list of the connection says about a target's model, also under another ID of it. Sends no request. */
export function listedModel(
  { connection, model }: Target,
  { catalogue }: Pick<Models, 'catalogue'>,
): ListedModel | undefined {
  const models = model === undefined ? [] : (catalogue.peek(connection)?.models ?? []);
  return (
    models.find(({ id }) => id === model) ??
    models.find(({ aliases = [] }) => aliases.some((alias) => alias === model))
  );
}

/**
 * The context length of a model, from its entry in the model list and from the length that an error has
 * stated, in tokens. The error takes precedence: a list often states what the model can take, which is
 * more than the service allows.
 */
export function modelContext(
  listed: Pick<ModelFacts, 'context_length'> | undefined,
  stated: number | undefined,
): ModelContext | undefined {
  if (stated !== undefined) {
    return { tokens: stated, source: 'error' };
  }
  const tokens = listed?.context_length;
  return tokens === undefined ? undefined : { tokens, source: 'list' };
}
