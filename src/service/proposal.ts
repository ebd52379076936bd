import { hasKeyedHeader, hasKeyPlace, type KeySource } from '../shared/service/keySource.ts';
import { type KnownService, knownServicesAt } from '../shared/service/knownServices.ts';
import { type RequestPaths, serviceAddress } from './serviceAddress.ts';

/** What a connection to a known service lacks. It is shown, and added only when the user agrees. */
export interface Proposal {
  /** The name of the service. */
  readonly service: string;
  readonly headers: Readonly<Record<string, string>>;
  /** The path of the model list; missing if it is the usual one. */
  readonly modelsPath?: string | undefined;
}

/** The fields of a connection that a proposal is about. */
interface Proposable {
  readonly baseUrl: string;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly paths?: RequestPaths | undefined;
  readonly keyFrom?: KeySource | undefined;
}

/**
 * The headers and the path that the service at this address is known to expect and the connection does not have;
 * `undefined` if there are none, or the address cannot be used. A place for the key is not proposed if
 * the connection has one, or if it uses access tokens of Microsoft, which go as `Authorization: Bearer`.
 */
export function proposalFor({
  baseUrl,
  headers = {},
  paths,
  keyFrom,
}: Proposable): Proposal | undefined {
  const base = baseOf(baseUrl);
  const known = base && serviceAt(base);
  if (base === undefined || known === undefined) {
    return undefined;
  }
  const own = new Set(Object.keys(headers).map((name) => name.toLowerCase()));
  const isKeyed = hasKeyedHeader(headers) || keyFrom?.kind === 'microsoft';
  const missing = Object.entries(known.headers ?? {}).filter(
    ([name, value]) => !own.has(name.toLowerCase()) && !(isKeyed && hasKeyPlace(value)),
  );
  const modelsPath =
    known.modelsPath === undefined || paths?.models !== undefined
      ? undefined
      : fromRoot(known.modelsPath, base);
  return missing.length === 0 && modelsPath === undefined
    ? undefined
    : {
        service: known.name,
        headers: Object.fromEntries(missing),
        ...(modelsPath === undefined ? {} : { modelsPath }),
      };
}

/** The name of the known service that has no model list at this address. */
export function withoutModelList(baseUrl: string): string | undefined {
  const base = baseOf(baseUrl);
  return base && knownServicesAt(base.hostname).find((known) => !hasList(known, base))?.name;
}

function hasList({ noListBelow }: KnownService, { pathname }: URL): boolean {
  return noListBelow === undefined || !pathname.startsWith(noListBelow);
}

/** The entry for this base address: of several for a host, the one whose path it has. */
function serviceAt({ hostname, pathname }: URL): KnownService | undefined {
  const known = knownServicesAt(hostname);
  return known.find(({ path }) => path === pathname) ?? known[0];
}

function fromRoot(path: string, { pathname }: URL): string {
  const depth = pathname.split('/').filter((segment) => segment !== '').length;
  return '../'.repeat(depth) + path;
}

function baseOf(baseUrl: string): URL | undefined {
  try {
    return new URL(serviceAddress(baseUrl).base);
  } catch {
    return undefined;
  }
}
