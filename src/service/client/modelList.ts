import * as l10n from '@vscode/l10n';
import type { Model } from '../../shared/service/chatCompletion.ts';
import { answerFormat, readJson, throwIfRemark } from '../http/answer.ts';
import type { CallOptions, Endpoint } from '../endpoint.ts';
import { openResponse } from '../http/openResponse.ts';
import { type Call, modelsCall } from '../http/request.ts';
import { maxModels, type ModelPage, readModelPage } from './modelPage.ts';
import { ServiceError } from '../serviceError.ts';

/** Requests for one list, the first included. With the size below, more models than any service lists. */
const maxPages = 10;

/**
 * The size of a page that is asked for after the first one, by the parameter of the next page. Services give
 * 20 to 50 otherwise.
 */
const pageSizes: Readonly<Record<string, readonly [parameter: string, value: string]>> = {
  after_id: ['limit', '1000'],
  pageToken: ['pageSize', '1000'],
};

/**
 * Requests the model list (`docs/service-interface.md`, "Model list object"), and the rest of it if the service
 * gives it in pages. Elements without an ID are left out, and so is what is beyond "Limits". A page that
 * fails ends the list. Throws `ServiceError`.
 */
export async function listModels(
  endpoint: Endpoint,
  options: CallOptions,
): Promise<readonly Model[]> {
  const call = modelsCall(endpoint);
  const first = await requestPage(call, endpoint, options);
  const models = new Map(first.models.map((model) => [model.id, model]));
  let next = first.next;
  for (
    let pages = 1;
    next !== undefined && pages < maxPages && models.size < maxModels;
    pages += 1
  ) {
    const page = await restOf(call, next, endpoint, options);
    const countBefore = models.size;
    for (const model of page?.models ?? []) {
      models.set(model.id, models.get(model.id) ?? model);
    }
    // A service that gives the same page again and again has no more.
    next = models.size > countBefore ? page?.next : undefined;
  }
  return [...models.values()].slice(0, maxModels);
}

async function restOf(
  call: Call,
  next: NonNullable<ModelPage['next']>,
  endpoint: Endpoint,
  options: CallOptions,
): Promise<ModelPage | undefined> {
  const url = new URL(call.url);
  for (const [parameter, value] of [next, pageSizes[next[0]]].filter(
    (pair) => pair !== undefined,
  )) {
    url.searchParams.set(parameter, value);
  }
  try {
    return await requestPage({ ...call, url: url.href }, endpoint, options);
  } catch (error) {
    if (error instanceof ServiceError && error.kind !== 'aborted') {
      return undefined;
    }
    throw error;
  }
}

async function requestPage(
  call: Call,
  endpoint: Endpoint,
  options: CallOptions,
): Promise<ModelPage> {
  const opened = await openResponse(call, endpoint, options);
  try {
    const { format, source } = await answerFormat(opened);
    const answer = format === 'json' ? await readJson(opened, source) : undefined;
    const page = readModelPage(answer);
    if (page === undefined) {
      throwIfRemark(answer, opened);
      throw new ServiceError('protocol', l10n.t('The service did not send a model list.'), {
        tried: opened.call.tried,
        status: opened.response.status,
      });
    }
    return page;
  } finally {
    opened.deadline.close();
  }
}
