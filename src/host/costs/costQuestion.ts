import * as vscode from 'vscode';
import {
  type Cost,
  costText,
  hasBegun,
  type PricedReply,
  replyCost,
  type AgreedLimit,
  type CostLimit,
  isToAsk,
  nextQuestion,
} from '../../conversation/cost.ts';
import { dayOf, totalOf } from '../../conversation/costRows.ts';
import { estimatedUsages, requestTokens } from '../../conversation/request/tokenEstimate.ts';
import type { Conversation, Turn } from '../../shared/conversation/conversation.ts';
import { isFiniteNumber, isObjectOf, isString } from '../../shared/guards.ts';
import type { Usage } from '../../shared/service/chatCompletion.ts';
import { isCurrency, type KnownPrices } from '../../shared/models/prices.ts';
import { createKeyedMutex } from '../base/concurrency.ts';
import type { MementoValues } from '../base/memento.ts';
import { userValue } from '../base/settings.ts';
import type { ComingMessage, MayCost, Permission } from '../chat/sender.ts';
import { demoConnection } from '../connections/connectionSettings.ts';
import type { ReadyTarget } from '../connections/target.ts';
import { knownPrices } from '../models/models.ts';
import type { ModelCatalogue } from '../models/modelCatalogue.ts';
import type { CostLedger } from './costLedger.ts';
import type { Spending } from './spending.ts';

/** Where the day and the limit are kept for which the user was asked last. */
const stateKey = 'parley.costLimitAgreed';

const isAgreedDay = isObjectOf({
  day: isString,
  amount: isFiniteNumber,
  currency: isCurrency,
  next: isFiniteNumber,
});

/** What the question depends on. */
interface LimitServices {
  readonly ledger: Pick<CostLedger, 'day'>;
  readonly spending: Pick<Spending, 'reserve'>;
  /** The model lists that were fetched before. */
  readonly lists: Pick<ModelCatalogue, 'peek'>;
  readonly state: MementoValues;
}

/** Nothing is counted before the reply has ended. */
const freely: Permission = { cancel: () => {} };

/** A limit that the coming message reaches. */
interface Reached {
  readonly limit: CostLimit;
  /** What was spent before, with the coming message. */
  readonly amount: number;
  /** What was spent and how much that may be, as a phrase. */
  readonly words: string;
  readonly nextWords: string;
  readonly agree: (agreed: AgreedLimit) => Thenable<void> | void;
}

/**
 * Gives a function that asks the user before a message that would reach a cost limit, one question at a
 * time, and gives what permits to send it. After the user has agreed, it asks again when the costs have doubled.
 */
export function createCostQuestion(services: LimitServices): MayCost {
  // By the id of a chat. Not stored: of a temporary chat nothing may be.
  const agreedChats = new Map<string, AgreedLimit>();
  const inTurn = createKeyedMutex();
  const ask = async (
    coming: ComingMessage,
    prices: KnownPrices,
  ): Promise<Permission | undefined> => {
    const tokens = requestTokens(coming.request());
    const prompt = promptCost(coming.target, prices, tokens);
    const { permission, today } = await reachedToday(coming.target, tokens, prompt, services);
    const reached = [...today, ...reachedInChat(coming.conversation, prompt, prices, agreedChats)];
    if (reached.length === 0) {
      return permission;
    }
    if (!(await showQuestion(reached, prompt))) {
      permission.cancel();
      return undefined;
    }
    for (const { limit, amount, agree } of reached) {
      await agree({ ...limit, next: nextQuestion(limit, amount) });
    }
    return permission;
  };
  return async (coming) => {
    const { perDay, perChat } = costLimits();
    const isOff = perDay.amount === 0 && perChat.amount === 0;
    if (isOff) {
      return freely;
    }
    const uses = [...coming.conversation.turns.map(({ reply }) => reply), useOf(coming.target)];
    const prices = knownPrices(uses, services.lists);
    return isFree(coming.target, prices) ? freely : inTurn('', async () => ask(coming, prices));
  };
}

/** The limits that the user has set; an amount of 0 is none. */
export function costLimits(): { readonly perDay: CostLimit; readonly perChat: CostLimit } {
  const value = userValue('costLimit.currency');
  const currency = isCurrency(value) ? value : 'USD';
  const limit = (key: string): CostLimit => {
    const amount = userValue(key);
    return { amount: isFiniteNumber(amount) && amount > 0 ? amount : 0, currency };
  };
  return { perDay: limit('costLimit.perDay'), perChat: limit('costLimit.perChat') };
}

/** A reply of this model with this usage, before it is requested. */
function useOf({ connection, model }: ReadyTarget, usage?: Usage): PricedReply {
  return { connectionId: connection.id, model, usage };
}

/** Whether the model is known to cost nothing. */
function isFree(target: ReadyTarget, prices: KnownPrices): boolean {
  const reply = useOf(target, { prompt_tokens: 1, completion_tokens: 1 });
  return reply.connectionId === demoConnection.id || replyCost(reply, prices)?.amount === 0;
}

/** The estimated cost of the prompt, if the price of the model is known. */
function promptCost(target: ReadyTarget, prices: KnownPrices, tokens: number): Cost | undefined {
  return replyCost(useOf(target, { prompt_tokens: tokens, completion_tokens: 0 }), prices);
}

/**
 * Gives a function that says why a request with a prompt of so many tokens must not be sent for another extension: it
 * would reach the limit of the day. The user is not asked, because the question would not be theirs. What they have
 * agreed to for the day counts.
 */
export function createCostRefusal(
  services: LimitServices,
): (target: ReadyTarget, tokens: number) => Promise<Permission | string> {
  const inTurn = createKeyedMutex();
  return async (target, tokens) => {
    if (costLimits().perDay.amount === 0) {
      return freely;
    }
    const prices = knownPrices([useOf(target)], services.lists);
    if (isFree(target, prices)) {
      return freely;
    }
    const prompt = promptCost(target, prices, tokens);
    const { permission, today } = await inTurn('', async () =>
      reachedToday(target, tokens, prompt, services),
    );
    const [reached] = today;
    if (reached === undefined) {
      return permission;
    }
    permission.cancel();
    return vscode.l10n.t(
      'Parley: Cost limit reached. {0}. Send a message in Parley to confirm more for today, or raise the limit in the settings (parley.costLimit.perDay).',
      reached.words,
    );
  };
}

/**
 * Reserves what a request may cost, and then looks what was counted but for that: of two windows that do so at once, one
 * at least sees the other. Gives what permits the request, and the limit of the day if it is reached.
 */
async function reachedToday(
  target: ReadyTarget,
  tokens: number,
  prompt: Cost | undefined,
  { ledger, spending, state }: LimitServices,
): Promise<{ readonly permission: Permission; readonly today: readonly Reached[] }> {
  const { perDay: limit } = costLimits();
  if (limit.amount === 0) {
    return { permission: freely, today: [] };
  }
  const day = dayOf(Date.now());
  const reserved = await spending.reserve({ ...target, promptTokens: () => tokens });
  const { costs, estimated = 0 } = totalOf(await ledger.day(day, reserved.reservation));
  const spent = costs[limit.currency] ?? 0;
  const stored: unknown = state.get(stateKey);
  const agreed = isAgreedDay(stored) && stored.day === day ? stored : undefined;
  const amount = spent + amountIn(limit, prompt);
  const reached: Reached = {
    limit,
    amount,
    words:
      estimated > 0
        ? vscode.l10n.t('Today: about {0} of {1}', ...amounts(spent, limit))
        : vscode.l10n.t('Today: {0} of {1}', ...amounts(spent, limit)),
    nextWords: vscode.l10n.t('Asks again at {0} for today.', nextText(limit, amount)),
    agree: (next) => state.update(stateKey, { day, ...next }),
  };
  return { permission: reserved, today: isToAsk(limit, amount, agreed) ? [reached] : [] };
}

function reachedInChat(
  conversation: Conversation,
  prompt: Cost | undefined,
  prices: KnownPrices,
  agreed: Map<string, AgreedLimit>,
): readonly Reached[] {
  const { perChat: limit } = costLimits();
  const { id, turns, isReadOnly } = conversation;
  // The message of a read-only chat begins a new one.
  if (limit.amount === 0 || isReadOnly === true) {
    return [];
  }
  const unstated = turns.filter(
    ({ reply }) => reply.usage === undefined && reply.status !== 'running' && hasBegun(reply),
  );
  const estimated = estimatedUsages(unstated, conversation);
  const amountOf = ({ id: turnId, reply }: Turn): number =>
    amountIn(limit, replyCost({ ...reply, usage: reply.usage ?? estimated.get(turnId) }, prices));
  const spent = turns.reduce((sum, turn) => sum + amountOf(turn), 0);
  const isEstimated = turns.some((turn) => estimated.has(turn.id) && amountOf(turn) > 0);
  const amount = spent + amountIn(limit, prompt);
  return isToAsk(limit, amount, agreed.get(id))
    ? [
        {
          limit,
          amount,
          words: isEstimated
            ? vscode.l10n.t('This chat: about {0} of {1}', ...amounts(spent, limit))
            : vscode.l10n.t('This chat: {0} of {1}', ...amounts(spent, limit)),
          nextWords: vscode.l10n.t('Asks again at {0} for this chat.', nextText(limit, amount)),
          agree: (next) => void agreed.set(id, next),
        },
      ]
    : [];
}

/** What a cost adds to the amount of a limit: nothing in another currency. */
function amountIn({ currency }: CostLimit, cost: Cost | undefined): number {
  return cost?.currency === currency ? cost.amount : 0;
}

function amounts(spent: number, { amount, currency }: CostLimit): [string, string] {
  return [costText({ amount: spent, currency }), costText({ amount, currency })];
}

function nextText(limit: CostLimit, amount: number): string {
  return costText({ amount: nextQuestion(limit, amount), currency: limit.currency });
}

/** Gives whether the user wants to send. Also opens the settings, if the user wants to change the limit. */
async function showQuestion(
  reached: readonly Reached[],
  prompt: Cost | undefined,
): Promise<boolean> {
  const send = {
    label: `$(send) ${vscode.l10n.t('Send Anyway')}`,
    description:
      prompt === undefined || prompt.amount === 0
        ? ''
        : vscode.l10n.t('This prompt: about {0}', costText(prompt)),
    detail: reached.map(({ nextWords }) => nextWords).join(' '),
  };
  const change = { label: `$(gear) ${vscode.l10n.t('Change Limit')}` };
  const cancel = { label: `$(close) ${vscode.l10n.t('Cancel')}` };
  const picked = await vscode.window.showQuickPick([send, change, cancel], {
    title: vscode.l10n.t('Cost limit reached'),
    placeHolder: reached.map(({ words }) => words).join(' · '),
    ignoreFocusOut: true,
  });
  if (picked === change) {
    await vscode.commands.executeCommand('workbench.action.openSettings', 'parley.costLimit');
  }
  return picked === send;
}
