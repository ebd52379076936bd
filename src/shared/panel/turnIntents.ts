import { isObjectOf, isOneOf, isString } from '../guards.ts';

/**
 * The intents about one turn. `asks` is true if the intent sends a request. VS Code may then ask the user
 * first, which moves the focus out of the panel.
 */
export const turnIntents = {
  retry: { asks: true },
  retryLater: { asks: true },
  otherModel: { asks: true },
  sendRenamed: { asks: true },
  sendWithout: { asks: true },
  chooseEffort: { asks: true },
  useNearest: { asks: true },
  leaveOutAttachments: { asks: true },
  sendWithoutImages: { asks: true },
  sendNotStreamed: { asks: true },
  retryWith: { asks: true },
  continueReply: { asks: true },
  compare: { asks: true },
  edit: { asks: true },
  showTurn: { asks: false },
  removeTurn: { asks: false },
  pick: { asks: false },
  copyReply: { asks: false },
  openReply: { asks: false },
  saveAsPrompt: { asks: false },
  diagnose: { asks: false },
} as const;

/** The kinds of the intents that have no data but the id of the turn. */
export type TurnAction = Exclude<keyof typeof turnIntents, 'edit'>;

/** What the user wants of one turn. */
export type TurnIntent =
  | { readonly kind: TurnAction; readonly turnId: string }
  | { readonly kind: 'edit'; readonly turnId: string; readonly text: string };

/** The guards of `TurnIntent`, by kind. */
export const turnIntentGuards = {
  ...Object.fromEntries(
    Object.keys(turnIntents).map((kind) => [
      kind,
      isObjectOf({ kind: isOneOf(kind), turnId: isString }),
    ]),
  ),
  edit: isObjectOf({ kind: isOneOf('edit'), turnId: isString, text: isString }),
};

/** Whether an intent is about one turn. */
export function isTurnIntent(intent: object): intent is TurnIntent {
  return 'turnId' in intent;
}
