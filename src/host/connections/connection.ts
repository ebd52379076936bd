import {
  isArrayOf,
  isFiniteNumber,
  isOneOf,
  isRecord,
  isString,
  type Guard,
} from '../../shared/guards.ts';
import {
  parameterNames,
  parameterProblem,
  type RequestParameters,
} from '../../shared/service/requestParameters.ts';
import { requestHeaders } from '../../service/requestHeaders.ts';
import { serviceAddress } from '../../service/serviceAddress.ts';
import { messageOf } from '../base/errorMessage.ts';

/** One service, as the setting `parley.connections` holds it. It has no key: see `keyStore`. */
export interface Connection {
  readonly id: string;
  readonly name: string;
  readonly baseUrl: string;
  /** The model to begin with. */
  readonly model?: string | undefined;
  /** Sent with every request, beside those that Parley sets. */
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** Further fields of a chat request, such as `seed`. */
  readonly extraBody?: Readonly<Record<string, unknown>> | undefined;
  /** Whether replies come as they are generated (so unless told) or in one piece. */
  readonly mode?: 'streamed' | 'standard' | undefined;
  readonly firstByteTimeoutSeconds?: number | undefined;
  readonly idleTimeoutSeconds?: number | undefined;
  /** What is sent unless the conversation says otherwise. */
  readonly parameters?: RequestParameters | undefined;
  /** The first message of every request. */
  readonly systemPrompt?: string | undefined;
}

/** An entry of the setting that cannot be used. */
export interface UnusableConnection {
  /** Missing where the entry has none that could be read. */
  readonly id?: string | undefined;
  /** What the entry is called, or its place in the list. */
  readonly name: string;
  /** Names the field and says what is wrong with it. */
  readonly problem: string;
}

/** What became of one entry of the setting. */
export type ConnectionEntry = { readonly connection: Connection } | UnusableConnection;

/** The id of the embedded service, which no entry of the setting may have. */
export const demoId = 'demo';

const maxExtraBodyLength = 65_536;

/** Fields of the body that have a place of their own. */
const ownFields = ['model', 'messages', 'stream', 'n', ...parameterNames] as const;

type Check = (value: unknown) => string | undefined;

const checks: Readonly<Record<keyof Connection, Check>> = {
  id: (value) => (isString(value) && value !== '' ? undefined : 'must be a text.'),
  name: (value) => (isString(value) && value !== '' ? undefined : 'must be a text.'),
  baseUrl: (value) =>
    isString(value) ? problemOf(() => serviceAddress(value)) : 'must be an address.',
  model: optionally((value) => (isString(value) ? undefined : 'must be a text.')),
  headers: optionally(headersProblem),
  extraBody: optionally(extraBodyProblem),
  mode: optionally((value) =>
    isOneOf('streamed', 'standard')(value) ? undefined : 'must be "streamed" or "standard".',
  ),
  firstByteTimeoutSeconds: optionally(secondsProblem),
  idleTimeoutSeconds: optionally(secondsProblem),
  parameters: optionally(parametersProblem),
  systemPrompt: optionally((value) => (isString(value) ? undefined : 'must be a text.')),
};

/**
 * Reads the value of the setting. An entry with one field that cannot be used is not used at all:
 * it would not be the service that the user described.
 */
export function readConnectionEntries(value: unknown): readonly ConnectionEntry[] {
  if (value === undefined) {
    return [];
  }
  if (!Array.isArray(value)) {
    return [{ name: 'parley.connections', problem: 'must be a list.' }];
  }
  const taken = new Set<unknown>([demoId]);
  return value.map((entry: unknown, index) => {
    const read = readEntry(entry, index, taken);
    taken.add('connection' in read ? read.connection.id : read.id);
    return read;
  });
}

function readEntry(entry: unknown, index: number, taken: ReadonlySet<unknown>): ConnectionEntry {
  const place = `Connection ${index + 1}`;
  if (!isRecord(entry)) {
    return { name: place, problem: 'must be an object.' };
  }
  const { id, name } = entry;
  const known = { id: isString(id) ? id : undefined, name: isString(name) ? name : place };
  if (isString(id) && taken.has(id)) {
    return { name: known.name, problem: `id: "${id}" is taken by another connection.` };
  }
  const [problem] = problemsOf(entry);
  return isConnection(entry) ? { connection: entry } : { ...known, problem: problem ?? '' };
}

const isConnection: Guard<Connection> = (value): value is Connection =>
  isRecord(value) && problemsOf(value).length === 0;

function problemsOf(entry: Readonly<Record<string, unknown>>): readonly string[] {
  const strange = Object.keys(entry).find((field) => !Object.hasOwn(checks, field));
  if (strange !== undefined) {
    return [`${strange}: is no field of a connection. A key is set with "Parley: Set Key…".`];
  }
  return Object.entries(connectionProblems(entry)).map(
    ([field, problem]) => `${field}: ${problem}`,
  );
}

/** What is wrong with an entry's fields, by field; nothing for a field that can be used. */
export function connectionProblems(
  entry: Readonly<Record<string, unknown>> | Connection,
): Readonly<Partial<Record<string, string>>> {
  const fields = new Map<string, unknown>(Object.entries(entry));
  const problems = Object.entries(checks).map(
    ([field, check]) => [field, check(fields.get(field))] as const,
  );
  return Object.fromEntries(problems.filter(([, problem]) => problem !== undefined));
}

function optionally(check: Check): Check {
  return (value) => (value === undefined ? undefined : check(value));
}

function headersProblem(value: unknown): string | undefined {
  return isTextRecord(value)
    ? problemOf(() => requestHeaders({ headers: value }))
    : 'must be an object of texts.';
}

const isTextRecord: Guard<Readonly<Record<string, string>>> = (
  value,
): value is Readonly<Record<string, string>> =>
  isRecord(value) && isArrayOf(isString)(Object.values(value));

function extraBodyProblem(value: unknown): string | undefined {
  if (!isRecord(value)) {
    return 'must be an object.';
  }
  const own = ownFields.find((field) => Object.hasOwn(value, field));
  if (own !== undefined) {
    return `"${own}" does not belong here: Parley sets it itself.`;
  }
  return JSON.stringify(value).length > maxExtraBodyLength
    ? `must not be longer than ${maxExtraBodyLength} characters.`
    : undefined;
}

function secondsProblem(value: unknown): string | undefined {
  const fits = isFiniteNumber(value) && value >= 1 && value <= 3600;
  return fits ? undefined : 'must be a number from 1 to 3600.';
}

function parametersProblem(value: unknown): string | undefined {
  if (!isRecord(value)) {
    return 'must be an object.';
  }
  const names: readonly string[] = parameterNames;
  const strange = Object.keys(value).find((name) => !names.includes(name));
  return strange === undefined
    ? parameterNames.flatMap((name) => parameterProblem(name, value[name]) ?? [])[0]
    : `"${strange}" is none of ${names.join(', ')}; further fields belong into extraBody.`;
}

function problemOf(attempt: () => unknown): string | undefined {
  try {
    attempt();
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}
