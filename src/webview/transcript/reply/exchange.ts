import { turnLength } from '../../../conversation/conversationState.ts';
import type { Turn } from '../../../shared/conversation/conversation.ts';

/** A turn with the turns that continue its reply: read on the page as one message and one reply. */
export interface Exchange {
  /** The turn of the message, then those that continue its reply, in order. */
  readonly turns: readonly [Turn, ...Turn[]];
  /** All versions of one of the turns, itself included, oldest first. */
  readonly versionsOf: (turn: Turn) => readonly Turn[];
  /** Whether it is the last exchange of the path that is shown. */
  readonly isLast: boolean;
  /** Another version of the first turn, whose reply is shown beside this one. */
  readonly beside?: Turn | undefined;
  /** Whether the reply is shown beside another one, which the next message follows. */
  readonly isBeside?: boolean | undefined;
}

/** The exchange that is shown beside `exchange`, if any. */
export function besideExchange(exchange: Exchange): Exchange | undefined {
  const { beside, isLast } = exchange;
  return beside && { turns: [beside], versionsOf: (turn) => [turn], isLast, isBeside: true };
}

/** Which of two compared replies this is: the one that the next message follows or the other. */
export function comparedAs({ beside, isBeside }: Exchange): 'followed' | 'other' | undefined {
  if (isBeside === true) {
    return 'other';
  }
  return beside === undefined ? undefined : 'followed';
}

/** The exchange with `turn` in place of the turn with the same id. */
export function withTurn(exchange: Exchange, turn: Turn): Exchange {
  const replace = (before: Turn): Turn => (before.id === turn.id ? turn : before);
  const [first, ...others] = exchange.turns;
  const beside = exchange.beside && replace(exchange.beside);
  return { ...exchange, turns: [replace(first), ...others.map(replace)], beside };
}

/** All turns of an exchange, also the one that is shown beside it. */
export function turnsOf({ turns, beside }: Exchange): readonly Turn[] {
  return beside === undefined ? turns : [...turns, beside];
}

/** Length of the texts of an exchange, in UTF-16 code units. */
export function exchangeLength(exchange: Exchange): number {
  return turnsOf(exchange).reduce((sum, turn) => sum + turnLength(turn), 0);
}

/** The turn with the end of the reply. */
export function lastTurn({ turns }: Exchange): Turn {
  return turns.at(-1) ?? turns[0];
}
