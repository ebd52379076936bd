import type { RetryScheduled, ServiceDiagnostic } from './diagnostic.ts';
import { createRedact, secretsOf, type Redact } from './redactSecrets.ts';
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
