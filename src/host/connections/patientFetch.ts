import * as vscode from 'vscode';
import type { ServiceClientOptions } from '../../service/endpoint.ts';
import { isRecord } from '../../shared/guards.ts';

type Fetch = NonNullable<ServiceClientOptions['fetch']>;

/** How long the `fetch` of Node waits for a response, and for the next part of its body, in milliseconds. */
const longestWaitMs = 300_000;

/** Of CommonJS in Node. The bundler does not follow this `require`; a browser has none. */
declare const module: { readonly require: (path: string) => unknown };

/**
 * What sends the requests of a connection with these time limits: the global `fetch` if this gives undefined.
 * In an extension host that is Node, requests with a longer limit go through a bundle that only Node can load
 * (`src/host/node`). A browser has nothing else than its `fetch`.
 */
export function patientFetch(limits: {
  readonly firstByteMs: number;
  readonly idleMs: number;
}): Fetch | undefined {
  const isNode = Reflect.get(globalThis, 'process') !== undefined;
  if (!isNode || Math.max(limits.firstByteMs, limits.idleMs) <= longestWaitMs) {
    return undefined;
  }
  // Beside the bundle that this file becomes a part of.
  const loaded = module.require('./nodeFetch.js');
  if (!isNodeBundle(loaded)) {
    throw new Error(
      vscode.l10n.t(
        'The file {0} does not belong to this version of Parley. Reinstall Parley.',
        'dist/nodeFetch.js',
      ),
    );
  }
  return loaded.nodeFetch;
}

function isNodeBundle(loaded: unknown): loaded is { readonly nodeFetch: Fetch } {
  return isRecord(loaded) && typeof loaded['nodeFetch'] === 'function';
}
