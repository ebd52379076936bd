/** What Node finds out about the way to a service (`src/host/node/nodeNetwork.ts`). */

/** A host name or IP address, and a port. */
export interface HostAndPort {
  readonly host: string;
  readonly port: number;
}

/** The address of a proxy. */
export interface ProxyAddress extends HostAndPort {
  readonly scheme: 'http' | 'https' | 'socks';
}

/** The code of the system for a failure, such as `ECONNREFUSED`. */
interface SystemFailure {
  readonly kind: 'failed';
  readonly code: string;
}

/** What looking up a name gave. */
export type LookUp =
  { readonly kind: 'found'; readonly addresses: readonly string[] } | SystemFailure;

/** What opening a connection gave. */
export type Connected =
  { readonly kind: 'open'; readonly address: string; readonly durationMs: number } | SystemFailure;

/** What a proxy answered to CONNECT. */
export type ProxyAnswer =
  | {
      readonly kind: 'answer';
      readonly status: number;
      /** The ways to sign in that it names. */
      readonly signIn: readonly string[];
      /** The beginning of what follows the headers. */
      readonly body: string;
    }
  /** Something answered that is no proxy; the beginning of what it sent. */
  | { readonly kind: 'other'; readonly words: string }
  /** It was asked for nothing, because its own certificate is not trusted. */
  | { readonly kind: 'untrusted'; readonly certificate: CertificateFacts }
  | SystemFailure;

/** How VS Code's proxy support connected for a request. */
export interface Route {
  /** What it chose, such as `DIRECT` or `HTTPS host:8080`, without its login. */
  readonly chosen: string;
  /** The code of the failure of the connection to the proxy, such as that of its certificate; missing if it was opened. */
  readonly failure?: string | undefined;
}

/** A request that was begun and not sent. */
export interface BegunRequest {
  /** `undefined` if VS Code's proxy support told nothing. Never rejects. */
  readonly route: Promise<Route | undefined>;
  /** Rejects if the signal aborts. */
  readonly opened: Promise<Opened>;
}

/** What became of the connection for a request. */
export type Opened =
  | { readonly kind: 'secure'; readonly certificate: CertificateFacts }
  /** As the address says, or a proxy answered in place of the service. */
  | { readonly kind: 'notEncrypted' }
  | SystemFailure;

/** The certificate of a service or a proxy, and what VS Code makes of it. Texts are cut to length. */
export interface CertificateFacts {
  /** From the certificate of the service towards the root, as far as it was sent or is known. */
  readonly chain: readonly Certificate[];
  /** The version of the protocol, such as `TLSv1.3`. */
  readonly protocol: string;
  /** Why it is not trusted, as a code of Node; missing if it is. */
  readonly problem?: string | undefined;
  /** Whether the chain leads to one of the public authorities that Node knows. */
  readonly isPublic: boolean;
}

export interface Certificate {
  /** The common name, else the organisation. */
  readonly subject: string;
  readonly issuer: string;
  /** The host names and IP addresses that it is for. */
  readonly names: readonly string[];
  /** In milliseconds since 1970. */
  readonly validFrom: number;
  readonly validTo: number;
  readonly isSelfSigned: boolean;
}
