import type { Model } from './chatCompletion.ts';
import { isRecord } from './guards.ts';

/** Fields in which services state how many tokens a model takes; the interface names none. */
const fields = [
  'max_model_len',
  'context_length',
  'context_window',
  'max_context_length',
  'n_ctx',
  'n_ctx_train',
];

/** Objects within a model that may hold one of the fields. */
const holders = ['meta', 'metadata', 'model_info', 'top_provider'];

/** How many tokens a model takes, as the model list states it; nothing where it does not. */
export function contextLength(model: Model): number | undefined {
  if (!isRecord(model)) {
    return undefined;
  }
  return [model, ...holders.map((holder) => model[holder])]
    .flatMap((place) => (isRecord(place) ? fields.map((field) => place[field]) : []))
    .find((value): value is number => Number.isSafeInteger(value) && Number(value) > 0);
}
