import { isObjectOf, isOneOf, isString } from './guards.ts';

/** The intents that are about a turn. */
const turnIntents = [
  'retry',
  'retryLater',
  'otherModel',
  'sendRenamed',
  'sendWithout',
  'useNearest',
  'retryWith',
  'continueReply',
  'showTurn',
  'removeTurn',
  'compare',
  'pick',
  'copyReply',
  'openReply',
] as const;

/** What the user wants of one turn. */
export type TurnIntent =
  | { readonly kind: (typeof turnIntents)[number]; readonly turnId: string }
  | { readonly kind: 'edit'; readonly turnId: string; readonly text: string };

/** The guards of these intents, by their kinds. */
export const turnIntentGuards = {
  ...Object.fromEntries(
    turnIntents.map((kind) => [kind, isObjectOf({ kind: isOneOf(kind), turnId: isString })]),
  ),
  edit: isObjectOf({ kind: isOneOf('edit'), turnId: isString, text: isString }),
};

/** Whether an intent is about one turn. */
export function isTurnIntent(intent: object): intent is TurnIntent {
  return 'turnId' in intent;
}
