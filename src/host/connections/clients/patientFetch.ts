import type { ServiceClientOptions } from '../../../service/endpoint.ts';
import { isRecord } from '../../../shared/guards.ts';
import { isNodeHost, loadNodeBundle } from '../../base/nodeBundle.ts';

type Fetch = NonNullable<ServiceClientOptions['fetch']>;

/** How long the `fetch` of Node waits for a response, and for the next part of its body, in milliseconds. */
const longestWaitMs = 300_000;

/**
 * What sends the requests of a connection with these time limits: the global `fetch` if this gives undefined.
 * In an extension host that is Node, requests with a longer limit go through a bundle that only Node can load
 * (`src/host/node`). A browser has nothing else than its `fetch`.
 */
export function patientFetch(limits: {
  readonly firstByteMs: number;
  readonly idleMs: number;
}): Fetch | undefined {
  return isNodeHost() && Math.max(limits.firstByteMs, limits.idleMs) > longestWaitMs
    ? loadNodeBundle('nodeFetch', isFetchBundle).nodeFetch
    : undefined;
}

function isFetchBundle(loaded: unknown): loaded is { readonly nodeFetch: Fetch } {
  return isRecord(loaded) && typeof loaded['nodeFetch'] === 'function';
}
