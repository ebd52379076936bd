import { createServiceClient } from '../../../src/service/client.ts';
import { createRedact, type Redact } from '../../../src/service/redactSecrets.ts';
import type { Diagnosis, DiagnosisStep, Finding } from '../../../src/shared/diagnosis/diagnosis.ts';
import type { Connection } from '../../../src/host/connections/connection.ts';
import { toReplyError } from '../../../src/host/connections/toReplyError.ts';
import { diagnose } from '../../../src/host/diagnosis/diagnose.ts';
import { diagnosisReport } from '../../../src/host/diagnosis/diagnosisReport.ts';
import type {
  DiagnosisLimits,
  DiagnosisServices,
} from '../../../src/host/diagnosis/diagnosisServices.ts';
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
    report: diagnosisReport(diagnosis),
    finding: (step) => findings.find((finding) => finding.step === step),
  };
}

function services({ apiKey, settings = {}, variables = {}, limits }: Options): DiagnosisServices {
  const redact: Redact = createRedact(apiKey === undefined ? [] : [apiKey]);
  const redactor = { redact, ready: () => Promise.resolve() };
  const clients: DiagnosisServices['clients'] = (of) =>
    Promise.resolve(createServiceClient({ ...of, apiKey }));
  return {
    redactor,
    clients,
    describeError: (error) =>
      toReplyError(error, { ...redactor, learn: () => {}, find: () => [], count: () => 0 }),
    async *stream(own, of, request, signal, watch) {
      const client = await own(of);
      yield* client.stream(request, { ...watch, signal });
    },
    known: () => ({ facts: undefined, price: undefined, adjustments: [] }),
    keepList: () => {},
    network: {
      ...network,
      // The tests may run in a container.
      host: () => ({ platform: 'linux', isContainer: false }),
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
