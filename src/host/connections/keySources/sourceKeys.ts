import * as vscode from 'vscode';
import { abortedError, unlessAborted } from '../../../service/http/deadline.ts';
import { serviceAddress } from '../../../service/serviceAddress.ts';
import { ServiceError } from '../../../service/serviceError.ts';
import {
  type KeySource,
  type OutsideSource,
  sourceText,
} from '../../../shared/service/keySource.ts';
import { failureCode } from '../../../shared/service/serviceErrorKind.ts';
import type { Log } from '../../base/log.ts';
import type { Redactor } from '../../base/redactor.ts';
import type { Connection } from '../connection.ts';
import { createCommandKeys, type SourceKey } from './commandKeys.ts';
import { type MicrosoftSession, microsoftToken, signIn } from './microsoftToken.ts';
import type { NodeKeys } from './nodeKeys.ts';
import type { SourceConsent } from './sourceConsent.ts';

/** The keys that come from environment variables, commands and Microsoft's sign-in. */
export interface SourceKeys {
  /**
   * The key for a request, after the user has confirmed the source for the connection's origin. Throws
   * `ServiceError`: `auth` if the source gives none, `aborted` if the user does not confirm it or `signal` aborts. With
   * `mayAsk` false, the user must have confirmed it before.
   */
  get(
    connection: Connection,
    source: OutsideSource,
    signal?: AbortSignal,
    mayAsk?: boolean,
  ): Promise<SourceKey>;
  /** Forgets a key that the service has rejected. */
  reject(source: OutsideSource, key: string): void;
  /**
   * Asks what `get` would have to ask, and signs in where that is needed, or `again`, perhaps with another account. Gives
   * whether a request makes sense: false if the user did not confirm, or closed the sign-in. Throws `ServiceError` of
   * kind `auth` if one cannot sign in again.
   */
  prepare(
    connection: Connection,
    source: OutsideSource,
    when?: 'ifNeeded' | 'again',
  ): Promise<boolean>;
  /** The keys that were used in this window. */
  used(): readonly string[];
  /** Whether an environment variable is set; `undefined` where there are none. */
  isSet(variable: string): boolean | undefined;
  /** Whether sources of this kind exist in this extension host. */
  isHere(kind: KeySource['kind']): boolean;
}

interface SourceServices {
  readonly consent: SourceConsent;
  /** Gives `undefined` in the extension host of a browser. */
  readonly node: () => NodeKeys | undefined;
  readonly session: MicrosoftSession;
  readonly redactor: Pick<Redactor, 'learn' | 'redact'>;
  readonly log: Pick<Log, 'info'>;
  /** Called with each key the first time that it is used in this window. */
  readonly onNewKey?: (key: string) => void;
  /** In milliseconds since 1970. */
  readonly now?: () => number;
}

/** Tells the redactor each key before anybody gets it. Keys of commands are kept in memory only. */
export function createSourceKeys(services: SourceServices): SourceKeys {
  const { consent, node, session, redactor, log } = services;
  const commands = createCommandKeys(redactor.redact, services.now);
  const isHere: SourceKeys['isHere'] = (kind) =>
    (kind !== 'environment' && kind !== 'command') || node() !== undefined;
  const seen = new Set<string>();
  const readers: Readonly<Record<OutsideSource['kind'], (text: string) => Promise<SourceKey>>> = {
    environment: async (variable) => ({ key: variableKey(variable, node()), isKept: false }),
    command: async (command) => commands.get(command, node()),
    microsoft: async (scope) => ({ key: await microsoftToken(scope, session), isKept: false }),
  };
  const read = async (source: OutsideSource): Promise<SourceKey> => {
    const found = await readers[source.kind](sourceText(source));
    if (source.kind === 'command' && !found.isKept) {
      log.info('A command printed an API key.');
    }
    if (!seen.has(found.key)) {
      seen.add(found.key);
      redactor.learn(found.key);
      services.onNewKey?.(found.key);
    }
    return found;
  };
  return {
    async get(connection, source, signal, mayAsk) {
      if (!isHere(source.kind)) {
        throw notInBrowser(source);
      }
      if (!(await unlessStopped(async () => consent(connection, source, mayAsk), signal))) {
        throw unconfirmed(connection);
      }
      // A command goes on if this request is stopped: another one may wait for it as well.
      return unlessStopped(async () => read(source), signal);
    },
    reject(source, key) {
      if (source.kind === 'command') {
        log.info(
          'The service rejected the API key of a command, which runs again for the next key.',
        );
        commands.forget(source.command, key);
      }
    },
    async prepare(connection, source, when = 'ifNeeded') {
      // Without the source, the request fails with an error that says what to do.
      if (!isHere(source.kind)) {
        return true;
      }
      const isConfirmed = await consent(connection, source);
      return isConfirmed && (source.kind !== 'microsoft' || signIn(source, session, when));
    },
    used: () => [...seen],
    isSet(variable) {
      const variables = node();
      return variables && (variables.readVariable(variable) ?? '').trim() !== '';
    },
    isHere,
  };
}

/** Throws `ServiceError` of kind `aborted` if `signal` aborts first. */
async function unlessStopped<T>(
  work: () => Promise<T>,
  signal: AbortSignal | undefined,
): Promise<T> {
  if (signal?.aborted === true) {
    throw abortedError(signal);
  }
  return unlessAborted(work(), signal, () => abortedError(signal));
}

function variableKey(variable: string, node: NodeKeys | undefined): string {
  const key = node?.readVariable(variable)?.trim() ?? '';
  if (key === '') {
    throw new ServiceError(
      'auth',
      vscode.l10n.t(
        'The environment variable {0} for the API key is not set. Nothing was sent.',
        variable,
      ),
      { code: failureCode.keyVariable, keySource: 'environment' },
    );
  }
  return key;
}

function unconfirmed({ baseUrl }: Connection): ServiceError {
  return new ServiceError(
    'aborted',
    vscode.l10n.t(
      'Nothing was sent, because the source of the API key for {0} was not confirmed.',
      serviceAddress(baseUrl).origin,
    ),
  );
}

function notInBrowser({ kind }: OutsideSource): ServiceError {
  return new ServiceError(
    'auth',
    vscode.l10n.t(
      'The API key of this connection comes from an environment variable or a command. These are not available in VS Code in a browser. Nothing was sent.',
    ),
    { code: failureCode.keyNotInBrowser, keySource: kind },
  );
}
