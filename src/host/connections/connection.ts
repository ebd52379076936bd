import * as vscode from 'vscode';
import {
  isArrayOf,
  isBoolean,
  isFiniteNumber,
  isOneOf,
  isRecord,
  isString,
  type Guard,
} from '../../shared/guards.ts';
import { formatNumber } from '../../shared/language.ts';
import { extraFieldsProblem } from '../../shared/service/extraFields.ts';
import {
  parameterNames,
  parameterProblem,
  type RequestParameters,
} from '../../shared/service/requestParameters.ts';
import { requestHeaders } from '../../service/http/requestHeaders.ts';
import { type RequestPaths, serviceAddress } from '../../service/serviceAddress.ts';
import type { KeySource } from '../../shared/service/keySource.ts';
import { messageOf } from '../base/errorMessage.ts';
import { keySourceProblem } from './keySources/keySourceProblem.ts';

/**
 * A service, as the user has set it up in an entry of `parley.connections`. Its API key is not part of it
 * (see `keyStore.ts` and `sourceKeys.ts`).
 */
export interface Connection {
  readonly id: string;
  /** The host of the address where the entry has none. */
  readonly name: string;
  /** Perhaps with a query, which goes along with both requests. */
  readonly baseUrl: string;
  /** The paths of the requests, relative to the base address, where they differ from the usual ones. */
  readonly paths?: RequestPaths | undefined;
  /** Missing if the key is the one that was typed for the origin. */
  readonly keyFrom?: KeySource | undefined;
  /** The model that is chosen together with the connection. */
  readonly model?: string | undefined;
  /** Sent with every request. `${key}` in a value stands for the API key, which is then sent only there. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Further fields of the body of a chat completion request, such as `seed`. */
  readonly extraBody?: Readonly<Record<string, unknown>> | undefined;
  /** Whether replies are streamed (the default) or come in one piece. */
  readonly mode?: 'streamed' | 'standard' | undefined;
  readonly firstByteTimeoutSeconds?: number | undefined;
  readonly idleTimeoutSeconds?: number | undefined;
  /** Sent unless a chat has its own. */
  readonly parameters?: RequestParameters | undefined;
  /** The first message of every request, unless a chat has its own. */
  readonly systemPrompt?: string | undefined;
  /** Whether VS Code and other extensions can use the favourite models. */
  readonly offerToVSCode?: boolean | undefined;
}

/** An entry of the setting that cannot be used. */
export interface UnusableConnection {
  /** Missing if the entry has none that is a string. */
  readonly id?: string | undefined;
  /** The name in the entry, or its address, or its position in the list. */
  readonly name: string;
  /** Names the field and what is wrong with it. */
  readonly problem: string;
}

/** An entry of the setting after reading. */
type ConnectionEntry = { readonly connection: Connection } | UnusableConnection;

/** The ID of the embedded service, which no entry of the setting may have. */
export const demoId = 'demo';

/**
 * Reads the value of the setting. If one field of an entry has a problem, the whole entry is unusable:
 * without that field it would be another service than the user described.
 */
export function readConnectionEntries(value: unknown): readonly ConnectionEntry[] {
  if (value === undefined) {
    return [];
  }
  if (!Array.isArray(value)) {
    return [{ name: 'parley.connections', problem: vscode.l10n.t('Must be a list.') }];
  }
  const taken = new Set<unknown>([demoId]);
  return value.map((entry: unknown, index) => {
    const read = readEntry(entry, index, taken);
    taken.add('connection' in read ? read.connection.id : read.id);
    return read;
  });
}

function readEntry(entry: unknown, index: number, taken: ReadonlySet<unknown>): ConnectionEntry {
  const position = vscode.l10n.t('Connection {0}', formatNumber(index + 1));
  if (!isRecord(entry)) {
    return { name: position, problem: vscode.l10n.t('Must be an object.') };
  }
  const { id, name, baseUrl } = entry;
  const hasName = name !== undefined && name !== '';
  const ownName = isString(baseUrl) ? addressName(baseUrl) : '';
  const named = hasName ? entry : { ...entry, name: ownName };
  const shownName = [name, ownName].find((text) => isString(text) && text !== '');
  const known = {
    id: isString(id) ? id : undefined,
    name: isString(shownName) ? shownName : position,
  };
  if (isString(id) && taken.has(id)) {
    const problem = vscode.l10n.t('“{0}” is already used by another connection.', id);
    return { name: known.name, problem: `id: ${problem}` };
  }
  const [problem] = problemsOf(named);
  return isConnection(named) ? { connection: named } : { ...known, problem: problem ?? '' };
}

/** What a connection without a name is called: the host of its address, or what is there instead of one. */
export function addressName(baseUrl: string): string {
  try {
    return new URL(serviceAddress(baseUrl).base).host;
  } catch {
    // A query that is not accepted may contain a key.
    return baseUrl.trim().replace(/[?#].*/s, '');
  }
}

const isConnection: Guard<Connection> = (value): value is Connection =>
  isRecord(value) && problemsOf(value).length === 0;

function problemsOf(entry: Readonly<Record<string, unknown>>): readonly string[] {
  const unknownField = Object.keys(entry).find((field) => !Object.hasOwn(checks, field));
  if (unknownField !== undefined) {
    const problem = vscode.l10n.t(
      'Not a field of a connection. To set an API key, open the connections page.',
    );
    return [`${unknownField}: ${problem}`];
  }
  return Object.entries(connectionProblems(entry)).map(
    ([field, problem]) => `${field}: ${problem}`,
  );
}

/** What is wrong with the fields of an entry, by field. Fields without a problem are left out. */
export function connectionProblems(
  entry: Readonly<Record<string, unknown>> | Connection,
): Readonly<Partial<Record<string, string>>> {
  const fields = new Map<string, unknown>(Object.entries(entry));
  const problems = Object.entries(checks).map(
    ([field, check]) => [field, check(fields.get(field))] as const,
  );
  return Object.fromEntries(problems.filter(([, problem]) => problem !== undefined));
}

/** Returns what is wrong with a value, as a sentence that does not name the field. */
type Check = (value: unknown) => string | undefined;

const checks: Readonly<Record<keyof Connection, Check>> = {
  id: (value) => (value === '' ? vscode.l10n.t('Must not be empty.') : textProblem(value)),
  name: textProblem,
  baseUrl: (value) =>
    isString(value) ? problemOf(() => serviceAddress(value)) : vscode.l10n.t('Must be an address.'),
  paths: optionally(pathsProblem),
  keyFrom: optionally(keySourceProblem),
  model: optionally(textProblem),
  headers: optionally(headersProblem),
  extraBody: optionally(extraBodyProblem),
  mode: optionally((value) =>
    isOneOf('streamed', 'standard')(value)
      ? undefined
      : vscode.l10n.t('Must be {0} or {1}.', '"streamed"', '"standard"'),
  ),
  firstByteTimeoutSeconds: optionally(secondsProblem),
  idleTimeoutSeconds: optionally(secondsProblem),
  parameters: optionally(parametersProblem),
  systemPrompt: optionally(textProblem),
  offerToVSCode: optionally((value) =>
    isBoolean(value) ? undefined : vscode.l10n.t('Must be {0} or {1}.', 'true', 'false'),
  ),
};

function textProblem(value: unknown): string | undefined {
  return isString(value) ? undefined : vscode.l10n.t('Must be a string.');
}

function optionally(check: Check): Check {
  return (value) => (value === undefined ? undefined : check(value));
}

const pathNames: readonly string[] = ['models', 'chatCompletions'] satisfies (keyof RequestPaths)[];

function pathsProblem(value: unknown): string | undefined {
  if (!isTextRecord(value)) {
    return vscode.l10n.t('Must be an object whose values are strings.');
  }
  const unknownName = Object.keys(value).find((name) => !pathNames.includes(name));
  return unknownName === undefined
    ? Object.values(value).flatMap((path) => pathProblem(path) ?? [])[0]
    : vscode.l10n.t('“{0}” is not a path. The paths are {1}.', unknownName, pathNames.join(', '));
}

/** What is wrong with the path of a request, whatever the address that it is relative to. */
export function pathProblem(path: string): string | undefined {
  return problemOf(() => serviceAddress('https://host.invalid', { models: path }));
}

/** `docs/service-interface.md`, "Endpoints" 2. */
function headersProblem(value: unknown): string | undefined {
  return isTextRecord(value)
    ? problemOf(() => requestHeaders({ headers: value }))
    : vscode.l10n.t('Must be an object whose values are strings.');
}

const isTextRecord: Guard<Readonly<Record<string, string>>> = (
  value,
): value is Readonly<Record<string, string>> =>
  isRecord(value) && isArrayOf(isString)(Object.values(value));

/** Parameters that `extraBody` may not contain. The others stood there before they were parameters. */
const onlyParameters = ['temperature', 'top_p', 'max_tokens', 'stop'];

/** `docs/service-interface.md`, "POST /v1/chat/completions" 1 and "Limits". */
function extraBodyProblem(value: unknown): string | undefined {
  return extraFieldsProblem(value, onlyParameters);
}

function secondsProblem(value: unknown): string | undefined {
  const fits = isFiniteNumber(value) && value >= 1 && value <= 3600;
  return fits ? undefined : vscode.l10n.t('Must be a number from 1 to 3600.');
}

function parametersProblem(value: unknown): string | undefined {
  if (!isRecord(value)) {
    return vscode.l10n.t('Must be an object.');
  }
  const names: readonly string[] = parameterNames;
  const unknownName = Object.keys(value).find((name) => !names.includes(name));
  return unknownName === undefined
    ? parameterNames.flatMap((name) => parameterProblem(name, value[name]) ?? [])[0]
    : vscode.l10n.t(
        '“{0}” is not a parameter. The parameters are {1}. Enter other fields in {2}.',
        unknownName,
        names.join(', '),
        'extraBody',
      );
}

/** The message of what `attempt` throws, if it throws. */
function problemOf(attempt: () => unknown): string | undefined {
  try {
    attempt();
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}
