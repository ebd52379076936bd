import type { AskedRequest } from '../../../../src/host/languageModels/languageModelRequest.ts';
import {
  createLanguageModels,
  type LanguageModels,
} from '../../../../src/host/languageModels/createLanguageModels.ts';
import type { LanguageModelServices } from '../../../../src/host/languageModels/services.ts';
import type { ReportedPart } from '../../../../src/host/languageModels/untypedParts.ts';
import type { ModelList } from '../../../../src/host/models/modelCatalogue.ts';
import type { Connection } from '../../../../src/host/connections/connection.ts';
import { ServiceError } from '../../../../src/service/serviceError.ts';
import { createServiceClient } from '../../../../src/service/client/serviceClient.ts';
import type { RequestAdjustment } from '../../../../src/shared/service/requestAdjustment.ts';
import { userSettings } from '../../../support/vscodeStandIn.ts';

/** A connection whose models are offered, and what other parts of Parley know of it. */
interface Offer {
  readonly connection: Connection;
  readonly favourites?: readonly string[];
  readonly list?: ModelList['models'];
  readonly adjustments?: readonly RequestAdjustment[];
  readonly refusal?: string;
}

/** What happened beside the replies. */
export interface Happened {
  readonly log: string[];
  readonly remembered: RequestAdjustment[];
  /** Context lengths that errors have stated, in tokens. */
  readonly lengths: number[];
}

/** The models of one connection, requested with the real client. */
export function offer({
  connection,
  favourites = ['m'],
  list = [],
  adjustments = [],
  refusal,
}: Offer): { readonly models: LanguageModels; readonly happened: Happened } {
  userSettings.set('parley.connections', [connection]);
  const happened: Happened = { log: [], remembered: [], lengths: [] };
  const preferences = { favourites, hidden: [], recent: [], lengths: [] };
  const services: LanguageModelServices = {
    stream: ({ baseUrl, extraBody, mode }, request, signal, watch) =>
      mode === 'standard'
        ? wholeReply(baseUrl)
        : createServiceClient({ baseUrl, apiKey: 'sk-secret-key', extraBody }).stream(request, {
            signal,
            ...watch,
          }),
    describeError: (error) =>
      error instanceof ServiceError
        ? describe(error)
        : { kind: 'protocol', message: String(error) },
    adjustments: {
      of: () => [...adjustments, ...happened.remembered],
      remember: (_target, changes) => void happened.remembered.push(...changes),
    },
    models: {
      catalogue: {
        peek: () => ({ models: list, fetchedAt: 0 }),
        remember: () => {},
        refresh: async () => Promise.reject(new Error('No list is requested.')),
      },
      memory: {
        of: () => preferences,
        change: (_connection, { lengths = [] }) =>
          void happened.lengths.push(...lengths.map(({ tokens }) => tokens)),
      },
      onDidChange: () => ({ dispose: () => {} }),
    },
    consents: {
      has: () => true,
      ask: async () => true,
      onDidChange: () => ({ dispose: () => {} }),
    },
    mayCost: async () => refusal ?? { cancel: () => {} },
    log: {
      info: (line) => void happened.log.push(line),
      warn: (line) => void happened.log.push(line),
    },
  };
  return { models: createLanguageModels(services), happened };
}

function describe({
  kind,
  summary: message,
  detail,
  code,
  status,
  refused,
  ...others
}: ServiceError) {
  const { isKeyMissing, refusesImages } = others;
  return { kind, message, detail, code, status, refused, isKeyMissing, refusesImages };
}

function wholeReply(baseUrl: string): never {
  throw new Error(`${baseUrl} is requested as a stream only.`);
}

type Token = Parameters<LanguageModels['respond']>[3];

/** A token of VS Code that a test can cancel. */
export function cancellation(): { readonly token: Token; readonly cancel: () => void } {
  const abort = new AbortController();
  return {
    cancel: () => abort.abort(),
    token: {
      get isCancellationRequested() {
        return abort.signal.aborted;
      },
      onCancellationRequested(listener) {
        const listen = (): void => listener(undefined);
        abort.signal.addEventListener('abort', listen);
        return { dispose: () => abort.signal.removeEventListener('abort', listen) };
      },
    },
  };
}

/** What another extension asks for. */
export interface Asked {
  readonly messages: AskedRequest['messages'];
  readonly options?: Partial<AskedRequest['options']> & {
    readonly requestInitiator?: string;
  };
  readonly token?: Token;
  readonly onPart?: (part: ReportedPart) => void;
}

/** `LanguageModelChatToolMode` of VS Code. */
export const toolModes = { auto: 1, required: 2 };

/** The parts of a reply to another extension. Rejects as `respond` does. */
export async function replyOf(
  models: LanguageModels,
  { messages, options = {}, token = cancellation().token, onPart }: Asked,
): Promise<readonly ReportedPart[]> {
  const parts: ReportedPart[] = [];
  const [model] = models.list();
  await models.respond(
    model?.id ?? 'none',
    { messages, options: Object.assign({ toolMode: toolModes.auto }, options) },
    (part) => {
      parts.push(part);
      onPart?.(part);
    },
    token,
  );
  return parts;
}
