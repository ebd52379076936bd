import type { ResponseHead } from '../../service/endpoint.ts';
import { otherForm } from '../../service/serviceAddress.ts';
import type { ReplyError } from '../../shared/conversation/conversation.ts';
import type { Model } from '../../shared/service/chatCompletion.ts';
import { failureCode } from '../../shared/service/serviceErrorKind.ts';
import { modelCount } from '../base/phrases.ts';
import { formatNumber } from '../../shared/language.ts';
import { isListMissing } from '../connections/listFailure.ts';
import type { Outcome } from './diagnosis.ts';
import { errorOutcome, outcome } from './outcomes.ts';
import { takeStep, type Walk, withinLimit } from './walk.ts';

/** Requests the model list as a chat would, once; `undefined` if it could not be had. */
export async function modelsStep(walk: Walk): Promise<readonly Model[] | undefined> {
  const { url, limits, services, target, placeName } = walk;
  let models: readonly Model[] | undefined;
  let head: ResponseHead | undefined;
  await takeStep(walk, {
    step: 'models',
    tried: `GET ${url.href}`,
    limitMs: limits.modelsMs,
    async work(signal) {
      const beganMs = performance.now();
      try {
        const client = await services.clients(target.connection);
        models = await client.listModels({
          signal,
          isRepeated: false,
          onResponse: (response) => (head ??= response),
        });
        const durationMs = performance.now() - beganMs;
        return listOutcome(walk, models, [
          `HTTP ${head?.status ?? 200}, ${formatNumber(Math.round(durationMs))} ms`,
          ...headerFacts(head),
        ]);
      } catch (error) {
        signal.throwIfAborted();
        const described = services.describeError(error);
        const list = listFailure(error, described, target.connection.baseUrl, placeName);
        const failed = { ...list, facts: [...(list.facts ?? []), ...headerFacts(head)] };
        return (await expectsTls(walk, signal))
          ? outcome('tlsExpected', placeName, failed.facts)
          : failed;
      }
    },
    late: outcome('noReply', placeName),
  });
  return models;
}

function listOutcome(
  { target: { model } }: Walk,
  models: readonly Model[],
  facts: readonly string[],
): Outcome {
  if (models.length === 0) {
    return outcome('listEmpty', '', facts);
  }
  return model === undefined || models.some(({ id }) => id === model)
    ? { status: 'fine', title: modelCount(models.length), facts }
    : outcome('modelMissing', model, [modelCount(models.length), ...facts]);
}

/** What it means that the request for the model list has failed with `error`. `place` is what its words name. */
export function listFailure(
  error: unknown,
  described: ReplyError,
  baseUrl: string,
  place: string,
): Outcome {
  const failed = errorOutcome(described, place);
  return isListMissing(error) && described.code !== failureCode.webPage
    ? outcome('noModelList', otherForm(baseUrl) ?? '', failed.facts)
    : failed;
}

/** What answered, what the response passed on its way, and limits (RFC 9110, sections 7.6.3, 10.2.3 and 10.2.4). */
const shownHeaders = [
  'server',
  'via',
  'x-cache',
  'cf-ray',
  'content-encoding',
  'retry-after',
  ...['requests', 'tokens'].flatMap((kind) => [
    `x-ratelimit-limit-${kind}`,
    `x-ratelimit-remaining-${kind}`,
  ]),
];

/** Of the value of a header, in characters. */
const maxHeaderLength = 100;

/** The headers of a response that say something about the way, as one line of text. */
export function headerFacts(head: ResponseHead | undefined): readonly string[] {
  const shown = shownHeaders.flatMap((name) => {
    const value = head?.headers.get(name)?.slice(0, maxHeaderLength) ?? '';
    return value === '' ? [] : [`${name}: ${value}`];
  });
  return shown.length === 0 ? [] : [shown.join(', ')];
}

/** Whether an unencrypted request has failed because the port expects https. Sends no request. */
async function expectsTls(
  { url, limits, services: { network } }: Walk,
  signal: AbortSignal,
): Promise<boolean> {
  if (network === undefined || url.protocol === 'https:') {
    return false;
  }
  const work = async (limited: AbortSignal): Promise<boolean> => {
    const begun = network.begin(url.origin.replace('http:', 'https:'), limited);
    return (await begun.opened).kind === 'secure';
  };
  return withinLimit(limits.stepMs, signal, work, () => false);
}
