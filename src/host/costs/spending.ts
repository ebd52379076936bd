import { replyCost } from '../../conversation/cost.ts';
import type { CountedReply } from '../../conversation/costRows.ts';
import { usageCounts } from '../../shared/service/usageFacts.ts';
import type { ArrivedReply, BilledRequest } from '../chat/replyStream.ts';
import { demoConnection } from '../connections/connectionSettings.ts';
import { knownPrices } from '../models/models.ts';
import type { ModelCatalogue } from '../models/modelCatalogue.ts';
import type { CostLedger, Reservation } from './costLedger.ts';

/** What requests may cost before they are sent, and what they have cost once their reply has ended. */
export interface Spending {
  /**
   * Counts what a request may cost from now on, in all windows, until it is sent and its reply has ended, or `cancel` is
   * called.
   */
  reserve(request: BilledRequest): Promise<Reserved>;
  /** A request is sent now: the one that was reserved first for its model, if any. */
  begin(request: BilledRequest): SentRequest;
}

/** What is counted for a request that is still to be sent. */
interface Reserved {
  readonly reservation: Reservation | undefined;
  /** Nothing is sent. Does nothing once the request has begun. */
  readonly cancel: () => void;
}

/** A request that was sent. */
export interface SentRequest {
  /** Counts the reply in place of what was reserved; without one, nothing arrived, and nothing is counted. */
  readonly end: (reply?: ArrivedReply) => void;
}

/** So many tokens are reserved for a reply of a model that has not replied in this window: about a page. */
const usualReply = 1000;

/** `isLimited` says whether what runs has to be counted before it has ended. */
export function createSpending(
  ledger: Pick<CostLedger, 'count' | 'reserve'>,
  lists: Pick<ModelCatalogue, 'peek'>,
  isLimited: () => boolean,
): Spending {
  const waiting = new Map<string, Reserved[]>();
  const usual = createUsualTokens();
  const estimated = (request: BilledRequest, tokens: number, answeredBy?: string): CountedReply => {
    const usage = { prompt_tokens: request.promptTokens(), completion_tokens: tokens };
    return { ...countedReply(request, { usage, answeredBy }, lists), isEstimated: true };
  };
  const reserve = async (reply: CountedReply): Promise<Reservation | undefined> =>
    reply.cost === undefined || reply.cost.amount === 0 ? undefined : ledger.reserve(reply);
  return {
    async reserve(request) {
      const reservation = await reserve(estimated(request, usual.of(request)));
      const key = keyOf(request);
      const reserved: Reserved = {
        reservation,
        cancel() {
          const others = waiting.get(key) ?? [];
          if (others.includes(reserved)) {
            waiting.set(
              key,
              others.filter((one) => one !== reserved),
            );
            reservation?.settle();
          }
        },
      };
      waiting.set(key, [...(waiting.get(key) ?? []), reserved]);
      return reserved;
    },
    begin(request) {
      if (request.connection.id === demoConnection.id) {
        return { end: () => {} };
      }
      const asked = waiting.get(keyOf(request))?.shift();
      // What nobody has asked about is counted while it runs, too, such as a request that is repeated.
      const isUnasked = asked === undefined && isLimited();
      const unasked = isUnasked ? reserve(estimated(request, usual.of(request))) : undefined;
      return {
        end(reply) {
          asked?.reservation?.settle();
          void unasked?.then((reservation) => reservation?.settle());
          if (reply !== undefined) {
            const isStated = reply.usage !== undefined;
            const counted = isStated
              ? countedReply(request, reply, lists)
              : estimated(request, reply.receivedTokens(), reply.answeredBy);
            usual.note(request, counted.completion);
            ledger.count(counted);
          }
        },
      };
    },
  };
}

/** What the replies of each model had in this window, on average. */
function createUsualTokens() {
  const replied = new Map<string, { readonly count: number; readonly tokens: number }>();
  return {
    of(request: BilledRequest): number {
      const { count, tokens } = replied.get(keyOf(request)) ?? { count: 1, tokens: usualReply };
      return tokens / count;
    },
    note(request: BilledRequest, completion: number): void {
      const { count, tokens } = replied.get(keyOf(request)) ?? { count: 0, tokens: 0 };
      if (completion > 0) {
        replied.set(keyOf(request), { count: count + 1, tokens: tokens + completion });
      }
    },
  };
}

function keyOf({ connection, model }: BilledRequest): string {
  return `${connection.id} ${model}`;
}

function countedReply(
  { connection: { id, name }, model }: BilledRequest,
  { answeredBy, usage }: Pick<ArrivedReply, 'answeredBy' | 'usage'>,
  lists: Pick<ModelCatalogue, 'peek'>,
): CountedReply {
  const reply = { connectionId: id, model, answeredBy, usage };
  const cost = replyCost(reply, knownPrices([reply], lists));
  return {
    connectionId: id,
    connection: name,
    model: answeredBy ?? model,
    ...usageCounts(usage),
    cost,
  };
}
