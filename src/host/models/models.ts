import * as vscode from 'vscode';
import type { ModelContext } from '../../shared/panel/panelState.ts';
import type { ModelFacts } from '../../shared/models/modelFacts.ts';
import { messageOf } from '../base/errorMessage.ts';
import type { Log } from '../base/log.ts';
import type { ServiceClients } from '../connections/clients/serviceClients.ts';
import type { Target } from '../connections/target.ts';
import { createModelCatalogue, type ListedModel, type ModelCatalogue } from './modelCatalogue.ts';
import { createModelMemory, type ModelMemory } from './modelPreferences.ts';
import type { Reply } from '../../shared/conversation/conversation.ts';
import type { KnownPrices, Price, Prices } from '../../shared/models/prices.ts';
import { userPrices } from '../base/settings.ts';
import { allConnections } from '../connections/connectionSettings.ts';

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
    this.catalogue = createModelCatalogue(clients, memento, onChange, onFailure);
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

/** The models of a reply and the connection that they belong to. */
type ModelUse = Pick<Reply, 'answeredBy' | 'connectionId' | 'model'>;

/** The prices of the user, and those in the model lists of the models that `uses` name. Sends no request. */
export function knownPrices(
  uses: readonly ModelUse[],
  { peek }: Pick<ModelCatalogue, 'peek'>,
): KnownPrices {
  const listed: Record<string, Prices> = {};
  for (const connection of allConnections()) {
    const wanted = new Set(
      uses
        .filter(({ connectionId }) => connectionId === connection.id)
        .flatMap(({ answeredBy, model }) => [answeredBy, model]),
    );
    const models = wanted.size === 0 ? [] : (peek(connection)?.models ?? []);
    const prices = models.flatMap(
      ({ id, aliases = [], price }): readonly (readonly [string, Price])[] =>
        price === undefined
          ? []
          : [id, ...aliases].filter((name) => wanted.has(name)).map((name) => [name, price]),
    );
    if (prices.length > 0) {
      listed[connection.id] = Object.fromEntries(prices);
    }
  }
  return { user: userPrices(), listed };
}
