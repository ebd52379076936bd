import * as l10n from '@vscode/l10n';
import type { ChatMessage, Model } from '../shared/service/chatCompletion.ts';
import { lastUserMessage, type Answer } from './answer.ts';
import { DemoFailure } from './demoFailure.ts';
import { faultAnswer } from './faults.ts';
import { longReply } from './longReply.ts';
import { tourAnswer } from './openers.ts';
import type { DemoRequest } from './validate.ts';

/** A model of the embedded service (`docs/service-interface.md`, "The embedded service"). */
interface DemoModel {
  readonly id: string;
  /** Unix time in seconds. */
  readonly created: number;
  answer(prompt: string, messages: readonly ChatMessage[]): Answer;
}

const models: readonly DemoModel[] = [
  {
    id: 'demo-tour',
    created: seconds('2026-11-02'),
    answer: (_prompt, messages) => tourAnswer(messages),
  },
  { id: 'demo-echo', created: seconds('2026-11-02'), answer: (prompt) => ({ text: prompt }) },
  {
    id: 'demo-long',
    created: seconds('2026-11-09'),
    answer: () => ({ text: longReply(), eventsPerStep: 32 }),
  },
  // `created` is 0, a placeholder that is not shown as a date ("Model object" 2).
  { id: 'demo-faults', created: 0, answer: faultAnswer },
];

/** The body of `GET /v1/models` (`docs/service-interface.md`, "Model list object" 4). */
export function modelListBody(): string {
  const data = models.map(({ id, created }): Required<Model> & { object: 'model' } => ({
    id,
    object: 'model',
    created,
    owned_by: 'parley-demo',
  }));
  return JSON.stringify({ object: 'list', data });
}

/** The reply of the requested model. Throws `DemoFailure` if there is no such model. */
export function answerTo({ model, messages }: DemoRequest): Answer {
  const found = models.find(({ id }) => id === model);
  if (found === undefined) {
    const message = l10n.t('The model “{0}” does not exist.', model);
    throw new DemoFailure(404, 'model_not_found', message, { param: 'model' });
  }
  return found.answer(lastUserMessage(messages), messages);
}

/** Unix time of a date, in seconds. */
function seconds(date: string): number {
  return Date.parse(date) / 1000;
}
