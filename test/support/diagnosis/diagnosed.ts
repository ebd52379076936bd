import { createServiceClient } from '../../../src/service/client/serviceClient.ts';
import { createRedact, type Redact } from '../../../src/service/redactSecrets.ts';
import type { Connection } from '../../../src/host/connections/connection.ts';
import { toReplyError } from '../../../src/host/connections/toReplyError.ts';
import { diagnose } from '../../../src/host/diagnosis/diagnose.ts';
import type { Diagnosis, DiagnosisStep, Finding } from '../../../src/host/diagnosis/diagnosis.ts';
import type {
  DiagnosisLimits,
  DiagnosisServices,
} from '../../../src/host/diagnosis/diagnosisServices.ts';
import { diagnosisText } from '../../../src/host/diagnosis/diagnosisText.ts';
import { parseProxy } from '../../../src/host/diagnosis/proxyStep.ts';
import type { Route } from '../../../src/shared/diagnosis/network.ts';
import * as network from '../../../src/host/node/nodeNetwork.ts';

/** A key that must not be in anything that a diagnosis says. */
export const canaryKey = 'sk-canary-7Gq2ZxP9vKtR4mWcYb1LdN8s';

/** What a test changes about a diagnosis. */
interface Options {
  readonly connection?: Partial<Connection>;
  readonly model?: string;
  readonly apiKey?: string;
  readonly settings?: Readonly<Record<string, unknown>>;
  readonly variables?: Readonly<Record<string, string>>;
  readonly limits?: Partial<DiagnosisLimits>;
  readonly services?: Partial<DiagnosisServices>;
  /** How many times a reply is asked for, if it is offered. */
  readonly replies?: number;
  readonly signal?: AbortSignal;
  readonly onChange?: (diagnosis: Diagnosis) => void;
}

/** What came of a diagnosis. */
export interface Diagnosed {
  readonly diagnosis: Diagnosis;
  /** The causes that were found, without those that say nothing. */
  readonly causes: readonly string[];
  readonly report: string;
  readonly finding: (step: DiagnosisStep) => Finding | undefined;
}

/** Diagnoses the service at `baseUrl` in plain Node, where nobody but the options names a proxy. */
export async function diagnosed(baseUrl: string, options: Options = {}): Promise<Diagnosed> {
  const connection = { id: 'own', name: 'Own', baseUrl, ...options.connection };
  const { model, replies = 0, onChange, signal = new AbortController().signal } = options;
  let diagnosis: Diagnosis | undefined;
  const running = diagnose(
    { connection, model },
    { ...services(options), ...options.services },
    (changed) => {
      diagnosis = changed;
      onChange?.(changed);
    },
    signal,
  );
  await running.ended;
  for (let asked = 0; asked < replies; asked += 1) {
    await running.askForReply();
  }
  if (diagnosis === undefined) {
    throw new Error('nothing was said');
  }
  const { findings } = diagnosis;
  return {
    diagnosis,
    causes: findings.flatMap(({ cause }) => cause ?? []),
    report: diagnosisText(diagnosis).text,
    finding: (step) => findings.find((finding) => finding.step === step),
  };
}

/** What VS Code's proxy support would say of a request with these settings. */
async function routeOf({ settings = {}, variables = {} }: Options): Promise<Route> {
  const { 'http.proxy': named = variables['HTTPS_PROXY'] } = settings;
  const proxy = typeof named === 'string' ? parseProxy(named) : undefined;
  const kind = proxy?.scheme === 'https' ? 'HTTPS' : 'PROXY';
  return Promise.resolve({ chosen: proxy ? `${kind} ${proxy.host}:${proxy.port}` : 'DIRECT' });
}

function services(options: Options): DiagnosisServices {
  const { apiKey, settings = {}, variables = {}, limits } = options;
  const redact: Redact = createRedact(apiKey === undefined ? [] : [apiKey]);
  const redactor = { redact, ready: () => Promise.resolve() };
  const clients: DiagnosisServices['clients'] = (of) =>
    Promise.resolve(createServiceClient({ ...of, apiKey }));
  return {
    redactor,
    clients,
    describeError: (error) => toReplyError(error, { ...redactor, learn: () => {}, find: () => [] }),
    async *stream(own, of, request, signal, watch) {
      const client = await own(of);
      yield* client.stream(request, { ...watch, signal });
    },
    known: () => ({ facts: undefined, price: undefined, adjustments: [] }),
    network: {
      ...network,
      begin: (url, signal) => ({ ...network.begin(url, signal), route: routeOf(options) }),
      // The tests may run in a container.
      isContainer: () => false,
      variable: (name) => variables[name],
    },
    place: {
      remoteName: undefined,
      isRemote: false,
      isBrowser: false,
      extensionId: 'parley-chat.parley',
    },
    setting: (name) => settings[name],
    limits,
  };
}
