import { type Cost, type PricedReply, replyCost } from '../../conversation/cost.ts';
import type { CountedReply } from '../../conversation/costRows.ts';
import type { Prices } from '../../shared/service/prices.ts';
import { usageCounts } from '../../shared/service/usageFacts.ts';
import { userPrices } from '../base/settings.ts';
import type { ArrivedReply } from '../chat/replyStream.ts';
import type { Connection } from '../connections/connection.ts';
import type { ListedModel, ModelCatalogue } from '../models/modelCatalogue.ts';

/** The prices that are known at the moment. */
export interface KnownPrices {
  /** By the user's settings. */
  readonly user: Prices;
  /** The model lists that were fetched before. */
  readonly lists: Pick<ModelCatalogue, 'peek'>;
}

/** Reads the settings. */
export function currentPrices({ lists }: Pick<KnownPrices, 'lists'>): KnownPrices {
  return { user: userPrices(), lists };
}

/**
 * The cost of a reply: as the service states it, else at the price that the user has set, else at the price in
 * the model list of the connection. Undefined if none of them is known.
 */
export function knownCost(
  reply: PricedReply,
  connection: Connection | undefined,
  { user, lists }: KnownPrices,
): Cost | undefined {
  return (
    replyCost(reply, user) ??
    (connection && replyCost(reply, listedPrices(reply, lists.peek(connection)?.models ?? [])))
  );
}

/** The prices of the models of a reply in a model list. */
function listedPrices({ answeredBy, model }: PricedReply, models: readonly ListedModel[]): Prices {
  return Object.fromEntries(
    models.flatMap(({ id, price }) =>
      price !== undefined && (id === answeredBy || id === model) ? [[id, price] as const] : [],
    ),
  );
}

/** A reply as it is counted. */
export function countedReply(reply: ArrivedReply, prices: KnownPrices): CountedReply {
  const { connection, model, answeredBy, usage } = reply;
  return {
    connectionId: connection.id,
    connection: connection.name,
    model: answeredBy ?? model,
    ...usageCounts(usage),
    cost: knownCost(reply, connection, prices),
  };
}
