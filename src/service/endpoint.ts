import type { ServiceErrorKind } from '../shared/service/serviceErrorKind.ts';
import * as l10n from '@vscode/l10n';
import { canBeMasked, createRedact, type Redact, secretsOf } from './redactSecrets.ts';
import { requestHeaders, shownHeaders } from './requestHeaders.ts';
import { type RequestPaths, serviceAddress, type ServiceAddress } from './serviceAddress.ts';
import { ServiceError } from './serviceError.ts';

/** The part of the web's `fetch` that the client uses. */
type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** The options of a client. */
export interface ServiceClientOptions {
  /** With or without scheme and version, perhaps with a query; see `serviceAddress`. */
  readonly baseUrl: string;
  /** Where the paths of the two requests differ from the usual ones. */
  readonly paths?: RequestPaths | undefined;
  /** Sent only to the origin of `baseUrl`. Without it, or if it is blank, no key is sent. */
  readonly apiKey?: string | undefined;
  /** Headers that are added to every request. `${key}` in a value stands for the key, which is then sent only there. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Fields that are added to the body of a chat request, such as `seed`. */
  readonly extraBody?: Readonly<Record<string, unknown>> | undefined;
  readonly timeouts?:
    | {
        /** From sending to the first chunk or visible byte of a reply; default 300,000. */
        readonly firstByteMs?: number | undefined;
        /** Between two chunks or parts of a reply; default 120,000. */
        readonly idleMs?: number | undefined;
      }
    | undefined;
  /** Default: `globalThis.fetch` at the time of the call. */
  readonly fetch?: Fetch | undefined;
}

/** The options of one call. */
export interface CallOptions {
  /** Aborting it closes the connection; the call then throws `ServiceError` of kind `aborted`. */
  readonly signal?: AbortSignal | undefined;
  readonly onDiagnostic?: ((diagnostic: ServiceDiagnostic) => void) | undefined;
  /** Replaces the wait before a request is repeated; the client repeats it when this resolves. */
  readonly wait?: ((retry: RetryScheduled) => Promise<void>) | undefined;
  /** Whether a request may be repeated automatically; it may if this is missing. */
  readonly isRepeated?: boolean | undefined;
  /** Called for each piece of a streamed body, with the number of chunks in it that say something, if any do. */
  readonly onArrival?: ((chunkCount: number) => void) | undefined;
  /** Called with the head of each response that is no redirect to follow, whatever its status. */
  readonly onResponse?: ((response: ResponseHead) => void) | undefined;
}

/** Status and headers of a response. */
export interface ResponseHead {
  readonly status: number;
  readonly headers: Pick<Headers, 'get'>;
}

/** A service, ready for requests: the options of a client, checked and with defaults filled in. */
export interface Endpoint {
  readonly address: ServiceAddress;
  /** The headers of every request, with the key. */
  readonly headers: Readonly<Record<string, string>>;
  /** The same headers as they are shown, without the key and other secrets. */
  readonly shownHeaders: Readonly<Record<string, string>>;
  readonly extraBody: Readonly<Record<string, unknown>> | undefined;
  readonly firstByteMs: number;
  readonly idleMs: number;
  readonly fetch: Fetch;
  /** Masks the key and secret headers in text of the service. */
  readonly redact: Redact;
}

/** Throws `ServiceError` if the address, a path, the key or a header cannot be used. */
export function createEndpoint(options: ServiceClientOptions): Endpoint {
  const address = serviceAddress(options.baseUrl, options.paths);
  const headers = requestHeaders(options);
  refuseKeyInAddress(address, options.apiKey?.trim() ?? '');
  const redact = createRedact(secretsOf(options.apiKey, options.headers));
  return {
    address,
    headers,
    shownHeaders: shownHeaders(options, redact),
    extraBody: options.extraBody,
    // Local models may read a long prompt for minutes before they answer.
    firstByteMs: options.timeouts?.firstByteMs ?? 300_000,
    idleMs: options.timeouts?.idleMs ?? 120_000,
    // VS Code replaces the global `fetch` (proxy, certificates), so it is looked up for each call.
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    redact,
  };
}

/** Addresses are shown and logged, so one that contains the key is not requested. */
function refuseKeyInAddress({ modelsUrl, chatCompletionsUrl }: ServiceAddress, key: string): void {
  const spelled = [key, encodeURIComponent(key)];
  if (
    canBeMasked(key) &&
    spelled.some((text) => modelsUrl.includes(text) || chatCompletionsUrl.includes(text))
  ) {
    throw new ServiceError(
      'badRequest',
      l10n.t('The address contains the API key. Remove it from the address.'),
    );
  }
}

/** Something to report during a call that is neither an event of the reply nor an error. */
export type ServiceDiagnostic =
  | SkippedEvents
  | {
      /** The stream of a reply ended after its finish reason, without `[DONE]`. */
      readonly kind: 'endMarkMissing';
      /** Whether the connection broke or stalled, instead of being closed. */
      readonly isBroken: boolean;
    }
  | {
      /** A streamed reply arrived all at once after a long silence: a proxy may be buffering it. */
      readonly kind: 'heldBack';
      readonly silenceMs: number;
    }
  | {
      /** The service rejected a field that the client had added, and the request was sent without it. */
      readonly kind: 'leftOut';
      readonly field: string;
    }
  /** Images of the reply are not given, because they were too many or too large. Comes before the reply ends. */
  | { readonly kind: 'lostImages'; readonly count: number }
  | RetryScheduled;

/**
 * Events of a streamed reply whose data is not a JSON object, and lines with an unknown field and a brace. Reported
 * once, when the reply ends.
 */
export interface SkippedEvents {
  readonly kind: 'skippedEvents';
  readonly count: number;
  /** How many of them look like parts of a chunk, so that text may be missing. */
  readonly damaged: number;
  /** Position of the first among the events of the body, counted from 0. */
  readonly firstIndex: number;
  /** Length of its data in characters. The data itself is not reported. */
  readonly firstLength: number;
}

/** The request will be repeated after `delayMs`. Aborting the call's signal prevents that. */
export interface RetryScheduled {
  readonly kind: 'retryScheduled';
  readonly delayMs: number;
  /** 1 for the first repetition. */
  readonly attempt: number;
  /** The kind of the error that is the reason. */
  readonly reason: ServiceErrorKind;
}
