import { html, nothing, type TemplateResult } from 'lit';
import { replyCost } from '../chat/cost.ts';
import { changeWords } from '../chat/requestChanges.ts';
import type { Reply } from '../shared/conversation.ts';
import type { Prices } from '../shared/prices.ts';
import { costWords, tokenCount } from './amounts.ts';
import { icon } from './element.ts';
import { requestIdButton } from './requestIdButton.ts';
import { isOtherModel, speed, timeToFirst, usageLine } from './usageLine.ts';

const notStated = 'not stated';

/** The quiet line under a reply, which opens to everything that is known of it. */
export function usageDetails(reply: Reply, prices: Prices): TemplateResult | typeof nothing {
  const line = usageLine(reply, prices);
  if (line === undefined) {
    return nothing;
  }
  return html`<details class="usage">
    <summary title="What the service said about this reply">
      <span>${line}</span>${icon('info')}
    </summary>
    <dl>
      ${rows(reply, prices).map(
        ([name, value]) =>
          html`<dt>${name}</dt>
            <dd>${value}</dd>`,
      )}
    </dl>
  </details>`;
}

type Row = readonly [name: string, value: string | TemplateResult];

function rows(reply: Reply, prices: Prices): readonly Row[] {
  const { usage, connection, changes = [], finishReason, requestId } = reply;
  const cost = replyCost(reply, prices);
  return [
    ['Model', modelWords(reply)],
    ['Connection', connection],
    ...(changes.length === 0
      ? []
      : [['Request changed', changes.map(changeWords).join('; ')] as const]),
    ['Prompt', countWords(usage?.prompt_tokens)],
    ['Reply', countWords(usage?.completion_tokens)],
    ['Total', countWords(usage?.total_tokens)],
    ...(cost === undefined ? [] : [['Cost', `${costWords(cost)} by your prices`] as const]),
    ['Finish reason', finishReason ?? notStated],
    ['Request id', requestId === undefined ? notStated : requestIdButton(requestId)],
    ['First token after', timeToFirst(reply) ?? 'no token came'],
    ['Speed', speed(reply) ?? 'not known'],
  ];
}

function modelWords(reply: Reply): string {
  if (reply.answeredBy === undefined) {
    return `${reply.model}; the service does not state which one answered`;
  }
  return isOtherModel(reply) ? `${reply.answeredBy}; asked for ${reply.model}` : reply.answeredBy;
}

function countWords(count: number | undefined): string {
  return count === undefined ? notStated : tokenCount(count);
}
