import type { ServiceErrorKind } from '../shared/service/serviceErrorKind.ts';
import { createRedact, type Redact, secretsOf } from './redactSecrets.ts';
import { requestHeaders } from './requestHeaders.ts';
import { serviceAddress, type ServiceAddress } from './serviceAddress.ts';

/** The part of the web's `fetch` that the client uses. */
type Fetch = (url: string, init: RequestInit) => Promise<Response>;

/** What a client is made of. */
export interface ServiceClientOptions {
  /** With or without scheme and version; see `serviceAddress`. */
  readonly baseUrl: string;
  /** Sent to the origin of `baseUrl` only. None is sent when it is missing or blank. */
  readonly apiKey?: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Further fields of a chat request, such as `seed`. */
  readonly extraBody?: Readonly<Record<string, unknown>> | undefined;
  readonly timeouts?:
    | {
        /** From sending to the first event or byte of a reply; 300,000 unless told. */
        readonly firstByteMs?: number | undefined;
        /** Between two events or parts of a reply; 120,000 unless told. */
        readonly idleMs?: number | undefined;
      }
    | undefined;
  /** `globalThis.fetch` at the time of the call unless told. */
  readonly fetch?: Fetch | undefined;
}

/** What every call may be given. */
export interface CallOptions {
  /** Aborting it closes the connection and throws `ServiceError` of kind `aborted`. */
  readonly signal?: AbortSignal | undefined;
  readonly onDiagnostic?: ((diagnostic: ServiceDiagnostic) => void) | undefined;
  /** Waits in place of the client, which sends the request again when this resolves. */
  readonly wait?: ((retry: RetryScheduled) => Promise<void>) | undefined;
}

/** The options of a client, checked and made ready for sending. */
export interface Connection {
  readonly address: ServiceAddress;
  readonly headers: Readonly<Record<string, string>>;
  readonly extraBody: Readonly<Record<string, unknown>> | undefined;
  readonly firstByteMs: number;
  readonly idleMs: number;
  readonly fetch: Fetch;
  readonly redact: Redact;
}

/** Throws `ServiceError` for an address, key or header that cannot be used. */
export function openConnection(options: ServiceClientOptions): Connection {
  return {
    address: serviceAddress(options.baseUrl),
    headers: requestHeaders(options),
    extraBody: options.extraBody,
    // Local models may read a long prompt for minutes before they answer.
    firstByteMs: options.timeouts?.firstByteMs ?? 300_000,
    idleMs: options.timeouts?.idleMs ?? 120_000,
    // VS Code replaces the global one (proxy, certificates), so it is not kept.
    fetch: options.fetch ?? ((url, init) => globalThis.fetch(url, init)),
    redact: createRedact(secretsOf(options.apiKey, options.headers)),
  };
}

/** What happens during a call that is neither an event of the reply nor its failure. */
export type ServiceDiagnostic =
  | {
      /** The data of an event was no JSON object and has been passed over. */
      readonly kind: 'skippedEvent';
      /** Position among the events of the body, counted from 0. */
      readonly index: number;
      /** Length of the data in characters. The data itself is not reported. */
      readonly length: number;
    }
  | {
      /** A streamed reply came all at once after a long silence: something in between holds it back. */
      readonly kind: 'heldBack';
      readonly silenceMs: number;
    }
  | RetryScheduled;

/** The request is going to be sent again. Aborting the call's signal prevents it. */
export interface RetryScheduled {
  readonly kind: 'retryScheduled';
  readonly delayMs: number;
  /** 1 for the first repetition. */
  readonly attempt: number;
  readonly reason: ServiceErrorKind;
}
