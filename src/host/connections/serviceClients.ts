import * as vscode from 'vscode';
import type { DemoService } from '../../demo/service.ts';
import { createServiceClient, type ServiceClient } from '../../service/client.ts';
import type { ServiceClientOptions } from '../../service/endpoint.ts';
import { secretsOf } from '../../service/redactSecrets.ts';
import { serviceAddress } from '../../service/serviceAddress.ts';
import { ServiceError } from '../../service/serviceError.ts';
import type { Model } from '../../shared/service/chatCompletion.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { failureCode } from '../../shared/service/serviceErrorKind.ts';
import { maskedFields } from '../base/maskedFields.ts';
import type { Redactor } from '../base/redactor.ts';
import { demoConnection, findConnection, readTimeouts } from './connectionSettings.ts';
import type { Connection } from './connection.ts';
import type { Keys } from './keySources/keys.ts';
import { type KeySupply, sourceClient } from './keySources/sourceClient.ts';
import { patientFetch } from './patientFetch.ts';

/**
 * Creates a client for a connection, with `apiKey` or else the stored key of its origin. Throws `ServiceError`
 * of kind `auth` if that key is lost or belongs to another origin. The client of a connection whose key comes from
 * elsewhere gets it for each request.
 */
export type ServiceClients = (connection: Connection, apiKey?: string) => Promise<ServiceClient>;

/** What clients are made with. */
interface ClientServices {
  readonly keys: Keys;
  readonly redactor: Pick<Redactor, 'redact' | 'learn'>;
  /** Asked before secret headers are sent to an origin. */
  readonly mayHeadersTravel: (origin: string) => Promise<boolean>;
  /** Loads the embedded service. */
  readonly loadDemo: () => Promise<DemoService>;
}

/**
 * Each request has its own client, so that a changed key or setting takes effect at once. Secrets in a model
 * list are masked.
 */
export function createServiceClients({
  keys,
  redactor,
  mayHeadersTravel,
  loadDemo,
}: ClientServices): ServiceClients {
  const withConsent =
    (origin: string, send: ServiceClientOptions['fetch']): ServiceClientOptions['fetch'] =>
    async (url, init) => {
      if (!(await mayHeadersTravel(origin))) {
        throw new ServiceError(
          'aborted',
          vscode.l10n.t(
            'Nothing was sent, because the connection to {0} is not encrypted.',
            origin,
          ),
        );
      }
      return (send ?? globalThis.fetch)(url, init);
    };
  return async (connection, apiKey) => {
    // These may not be stored yet.
    secretsOf(apiKey, connection.headers).forEach(redactor.learn);
    const isDemo = connection.id === demoConnection.id;
    const { origin } = serviceAddress(connection.baseUrl);
    const timeouts = readTimeouts(connection);
    const send = patientFetch(timeouts);
    const clientWith = (key: string | undefined): ServiceClient =>
      createServiceClient({
        baseUrl: connection.baseUrl,
        paths: connection.paths,
        apiKey: key,
        headers: connection.headers,
        extraBody: connection.extraBody,
        timeouts,
        fetch: isDemo
          ? async (input, init) => (await loadDemo()).handle(new Request(input, init))
          : hasSecretHeaders(connection)
            ? withConsent(origin, send)
            : send,
      });
    const supply = apiKey === undefined ? supplyOf(connection, origin, keys) : undefined;
    const client =
      supply === undefined
        ? clientWith(isDemo ? undefined : (apiKey ?? (await storedKey(connection, origin, keys))))
        : sourceClient(supply, clientWith);
    return {
      ...client,
      listModels: async (options) =>
        (await client.listModels(options)).map((model) => masked(model, redactor)),
    };
  };
}

/** What gives the keys of a connection; `undefined` for the key that was typed for the origin. */
function supplyOf(connection: Connection, origin: string, keys: Keys): KeySupply | undefined {
  const { keyFrom: source } = connection;
  return (
    source && {
      source,
      get: async (signal) =>
        source.kind === 'stored'
          ? { key: await namedKey(source.name, origin, keys), isKept: false }
          : keys.sources.get(connection, source, signal),
      reject: (key) => source.kind === 'stored' || keys.sources.reject(source, key),
    }
  );
}

/** The key with this name for an origin. Throws if there is none, or the secret storage has lost it. */
async function namedKey(name: string, origin: string, keys: Keys): Promise<string> {
  const key = await keys.get(origin, name);
  if (key === undefined) {
    throw new ServiceError(
      'auth',
      vscode.l10n.t(
        'VS Code’s secret storage has no API key “{0}” for {1}. Nothing was sent. Enter the key, or choose another one.',
        name,
        origin,
      ),
      { code: failureCode.keyUnknown, keySource: 'stored' },
    );
  }
  return key;
}

/** A model of a list without any known secret. */
function masked(
  { id, owned_by: owner, created, ...others }: Model,
  redactor: Pick<Redactor, 'redact'>,
): Model {
  const { redact } = redactor;
  const own = { id: redact(id), owned_by: owner && redact(owner), created };
  return { ...maskedFields(others, redactor), ...own };
}

function hasSecretHeaders({ headers }: Connection): boolean {
  return secretsOf(undefined, headers).length > 0;
}

/**
 * The key for a connection at `origin`; `undefined` if the user has entered none. Throws if the user has
 * entered one that cannot be sent: a request without it would be rejected, and the reason would be wrong.
 * `docs/service-interface.md`, "Authentication" 3.
 */
async function storedKey(
  { id, name }: Connection,
  origin: string,
  keys: Keys,
): Promise<string | undefined> {
  const key = await keys.get(origin);
  const before = keys.movedFrom(id, origin);
  if (key === undefined && keys.hadKey(origin)) {
    throw new ServiceError(
      'auth',
      vscode.l10n.t(
        'VS Code’s secret storage no longer has the API key for {0}. Nothing was sent. Enter the key again, or delete it if the service needs none.',
        origin,
      ),
      { code: failureCode.keyLost },
    );
  }
  if (key === undefined && before !== undefined) {
    throw new ServiceError(
      'auth',
      vscode.l10n.t(
        'The address of {0} has changed from {1} to {2}. The API key for {1} is not sent to {2}. Nothing was sent. Enter the key for {2}.',
        visibleText(name),
        before,
        origin,
      ),
      { code: failureCode.keyMoved },
    );
  }
  if (key !== undefined && findConnection(id) !== undefined) {
    await keys.bind(id, origin);
  }
  return key;
}
