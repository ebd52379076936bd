import type {
  BegunRequest,
  Connected,
  HostAndPort,
  HostFacts,
  LookUp,
  ProxyAddress,
  ProxyAnswer,
} from '../../../shared/diagnosis/network.ts';
import { type Guard, isRecord } from '../../../shared/guards.ts';
import { isNodeHost, loadNodeBundle } from '../../base/nodeBundle.ts';

/** What only Node can find out about the way to a service (`src/host/node/nodeNetwork.ts`). */
export interface NetworkTools {
  /** Where the extension host runs. */
  readonly host: () => HostFacts;
  /** The value of a variable of the environment. */
  readonly variable: (name: string) => string | undefined;
  /** The addresses that the system finds for a name. Rejects if `signal` aborts. */
  readonly lookUp: (host: string, signal: AbortSignal) => Promise<LookUp>;
  /** Opens a TCP connection and closes it. Rejects if `signal` aborts. */
  readonly connect: (place: HostAndPort, signal: AbortSignal) => Promise<Connected>;
  /**
   * Asks an HTTP proxy for a connection to `place`, and closes it. `isTrusted` is whether VS Code trusts the certificate
   * of the proxy, if it told: one that is not trusted is asked for nothing. Rejects if `signal` aborts.
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

const names: readonly (keyof NetworkTools)[] = [
  'host',
  'variable',
  'lookUp',
  'connect',
  'askProxy',
  'begin',
];

const isNetworkTools: Guard<NetworkTools> = (loaded): loaded is NetworkTools =>
  isRecord(loaded) && names.every((name) => typeof loaded[name] === 'function');

/** The network as Node sees it; `undefined` in the extension host of a browser, which cannot look at it. */
export function loadNetworkTools(): NetworkTools | undefined {
  return isNodeHost() ? loadNodeBundle('nodeNetwork', isNetworkTools) : undefined;
}
