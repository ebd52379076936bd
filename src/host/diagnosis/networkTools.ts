import type {
  BegunRequest,
  Connected,
  HostAndPort,
  LookUp,
  ProxyAddress,
  ProxyAnswer,
} from '../../shared/diagnosis/network.ts';
import { type Guard, isRecord } from '../../shared/guards.ts';
import { isNodeHost, loadNodeBundle } from '../base/nodeBundle.ts';

/** What only Node can find out about the way to a service (`src/host/node/nodeNetwork.ts`). */
export interface NetworkTools {
  /** Whether the extension host runs in a container. */
  readonly isContainer: () => boolean;
  /** The value of an environment variable of the extension host. */
  readonly variable: (name: string) => string | undefined;
  /** The addresses that the system finds for a name, in its order. */
  readonly lookUp: (host: string) => Promise<LookUp>;
  /** Opens a TCP connection and closes it. Rejects if `signal` aborts. */
  readonly connect: (place: HostAndPort, signal: AbortSignal) => Promise<Connected>;
  /**
   * Asks an HTTP proxy for a connection to `place`, without a login, and closes it. `isTrusted` is whether VS Code trusts
   * the certificate of the proxy, if it told: one that is not trusted is asked for nothing. Rejects if `signal` aborts.
   */
  readonly askProxy: (
    proxy: ProxyAddress,
    place: HostAndPort,
    signal: AbortSignal,
    isTrusted?: boolean,
  ) => Promise<ProxyAnswer>;
  /**
   * Begins a request as VS Code would send it, through the proxy that VS Code chooses, and closes the connection
   * before anything of the request is sent.
   */
  readonly begin: (url: string, signal: AbortSignal) => BegunRequest;
}

const isNetworkTools: Guard<NetworkTools> = (loaded): loaded is NetworkTools =>
  isRecord(loaded) && typeof loaded['begin'] === 'function';

/** The network as Node sees it; `undefined` in the extension host of a browser, which cannot look at it. */
export function loadNetworkTools(): NetworkTools | undefined {
  return isNodeHost() ? loadNodeBundle(isNetworkTools) : undefined;
}
