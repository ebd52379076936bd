import * as vscode from 'vscode';
import type { ResponseHead } from '../../service/endpoint.ts';
import { formatNumber } from '../../shared/language.ts';
import type { Model } from '../../shared/service/chatCompletion.ts';
import { modelCount } from '../base/phrases.ts';
import { speaksTls } from './way/certificateStep.ts';
import { errorOutcome } from './errorOutcome.ts';
import type { Outcome } from './findings.ts';
import { headerFacts, rateLimitFacts } from './headerFacts.ts';
import { takeStep, type Walk, withinLimit } from './walk.ts';

/** The models of the service; `undefined` if they could not be listed. */
export type Listed = readonly Model[] | undefined;

/** Requests the model list as a chat would, once. */
export async function modelsStep(walk: Walk): Promise<Listed> {
  const { url, limits, services, target } = walk;
  let models: Listed;
  let head: ResponseHead | undefined;
  await takeStep(walk, {
    step: 'models',
    title: vscode.l10n.t('Requesting the model list'),
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
        services.keepList(target.connection, models);
        return listOutcome(walk, models, performance.now() - beganMs, head);
      } catch (error) {
        signal.throwIfAborted();
        return withTls(walk, failedList(walk, error, head), signal);
      }
    },
    tooLate: () => ({
      status: 'problem',
      cause: 'noAnswer',
      title: vscode.l10n.t('The service does not respond'),
      facts: [
        head === undefined
          ? vscode.l10n.t('Nothing came back within {0} s.', formatNumber(limits.modelsMs / 1000))
          : vscode.l10n.t(
              'The response began, with the status {0}, and did not end within {1} s.',
              String(head.status),
              formatNumber(limits.modelsMs / 1000),
            ),
      ],
      advice: [
        vscode.l10n.t(
          'The port is open, but another program may be listening there, or the server may hang. Check the port, or restart the server.',
        ),
      ],
      action: 'editConnection',
    }),
  });
  return models;
}

function listOutcome(
  { target: { model } }: Walk,
  models: readonly Model[],
  durationMs: number,
  head: ResponseHead | undefined,
): Outcome {
  const facts = [
    vscode.l10n.t(
      'The status was {0}, after {1} ms.',
      String(head?.status ?? 200),
      formatNumber(Math.round(durationMs)),
    ),
    ...(head === undefined ? [] : [...rateLimitFacts(head), ...headerFacts(head)]),
  ];
  if (models.length === 0) {
    return {
      status: 'warning',
      cause: 'listEmpty',
      title: vscode.l10n.t('The model list is empty'),
      facts,
      advice: [
        vscode.l10n.t('Load a model on the server, or check which models the key has access to.'),
      ],
    };
  }
  if (model !== undefined && !models.some(({ id }) => id === model)) {
    return {
      status: 'warning',
      cause: 'modelMissing',
      title: vscode.l10n.t('{0} is not in the model list', model),
      facts: [modelCount(models.length), ...facts],
      advice: [vscode.l10n.t('Choose a model from the list. IDs must match exactly.')],
      action: 'chooseModel',
    };
  }
  return { status: 'fine', title: modelCount(models.length), facts };
}

function failedList(
  { services, url }: Walk,
  error: unknown,
  head: ResponseHead | undefined,
): Outcome {
  const outcome = errorOutcome(services.describeError(error));
  const tried = `GET ${url.href}`;
  const facts = [
    ...(outcome.facts ?? []),
    ...(head === undefined ? [] : [...rateLimitFacts(head), ...headerFacts(head)]),
  ];
  if (outcome.cause === 'gatewayError') {
    const gateway = vscode.l10n.t(
      'If the gateway is yours, check that the service behind it is running, and its address in the gateway.',
    );
    return { ...outcome, tried, facts, advice: [...(outcome.advice ?? []), gateway] };
  }
  if (outcome.cause !== 'wrongPath') {
    return { ...outcome, tried, facts };
  }
  return {
    ...outcome,
    tried,
    facts,
    title: vscode.l10n.t('There is no model list at this address'),
    advice: [
      vscode.l10n.t('Check the path of the address. For many services it ends in {0}.', '/v1'),
      vscode.l10n.t('If the service has no model list, enter the ID of a model.'),
    ],
  };
}

/** Failures that an unencrypted request to a port with https ends in. */
const tlsHints: ReadonlySet<string | undefined> = new Set([
  'connectionLost',
  'requestFailed',
  'gatewayError',
  'webPage',
]);

/** If an unencrypted request has failed, finds out whether the port expects https. Sends no request. */
async function withTls(walk: Walk, outcome: Outcome, signal: AbortSignal): Promise<Outcome> {
  const {
    url,
    limits,
    services: { network },
    placeName,
  } = walk;
  if (network === undefined || url.protocol === 'https:' || !tlsHints.has(outcome.cause)) {
    return outcome;
  }
  const isTls = await withinLimit(
    limits.stepMs,
    signal,
    async (limited) => speaksTls(walk, network, limited),
    () => false,
  );
  return isTls
    ? {
        ...outcome,
        cause: 'tlsExpected',
        title: vscode.l10n.t('{0} expects https', placeName),
        advice: [vscode.l10n.t('Change the address to begin with https://.')],
        action: 'editConnection',
      }
    : outcome;
}
