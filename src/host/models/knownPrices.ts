import type { Reply } from '../../shared/conversation/conversation.ts';
import type { KnownPrices, Price, Prices } from '../../shared/models/prices.ts';
import { userPrices } from '../base/settings.ts';
import { allConnections } from '../connections/connectionSettings.ts';
import type { ModelCatalogue } from './modelCatalogue.ts';

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
