import type { Turn } from '../../shared/conversation/conversation.ts';

/** A message with its reply as the transcript shows them, and what stands in their place else. */
export interface Exchange {
  /** The turn of the message, and those that went on with its reply. */
  readonly turns: readonly [Turn, ...Turn[]];
  /** The turns in the place of one of them, oldest first. */
  readonly versionsOf: (turn: Turn) => readonly Turn[];
  /** Whether nothing comes after it. */
  readonly isLast: boolean;
  /** Another version of the turn, whose reply is compared with this one. */
  readonly beside?: Turn | undefined;
  /** Whether there is another reply beside this one. */
  readonly isCompared?: boolean | undefined;
}

/** The exchange that stands beside `exchange`, if one does. */
export function besideExchange(exchange: Exchange): Exchange | undefined {
  const { beside, isLast } = exchange;
  return beside && { turns: [beside], versionsOf: (turn) => [turn], isLast, isCompared: true };
}

/** The exchange with `turn` as it is now. */
export function withTurn(exchange: Exchange, turn: Turn): Exchange {
  const replace = (before: Turn): Turn => (before.id === turn.id ? turn : before);
  const [first, ...others] = exchange.turns;
  return { ...exchange, turns: [replace(first), ...others.map(replace)] };
}

/** The turn whose reply is at the end. */
export function lastTurn({ turns }: Exchange): Turn {
  return turns.at(-1) ?? turns[0];
}
