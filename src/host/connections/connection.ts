import * as vscode from 'vscode';
import type { RequestPaths } from '../../service/serviceAddress.ts';
import { usedFields } from '../../shared/connectionsPage/connectionDraft.ts';
import { type Guard, isRecord, isString, type WireObject } from '../../shared/guards.ts';
import { formatNumber } from '../../shared/language.ts';
import type { KeySource } from '../../shared/service/keySource.ts';
import type { RequestParameters } from '../../shared/service/requestParameters.ts';
import { fieldProblem, objectFields, unknownProblem } from './connectionFields.ts';
import { addressName } from './shownAddress.ts';

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
  const refs = entryRefs(value);
  return value.map((entry: unknown, index) => readEntry(entry, index, refs[index]));
}

/**
 * A name for each entry of the stored list, which may have entries that cannot be used. It contains the
 * entry's ID, so that it stays the same when the entry moves, or the entry's index if it has no ID of its own.
 */
export function entryRefs(stored: readonly unknown[]): readonly string[] {
  const taken = new Set<string>([demoId]);
  return stored.map((entry, index) => {
    const id = isRecord(entry) ? entry['id'] : undefined;
    if (!isString(id) || id === '' || taken.has(id)) {
      return `place ${index}`;
    }
    taken.add(id);
    return idRef(id);
  });
}

/** The ref of the entry with this ID. */
export function idRef(id: string): string {
  return `id ${id}`;
}

/** The ID in a ref; `undefined` if the entry has none of its own. */
export function idOfRef(ref: string): string | undefined {
  return ref.startsWith('id ') ? ref.slice(3) : undefined;
}

function readEntry(entry: unknown, index: number, ref = ''): ConnectionEntry {
  const position = vscode.l10n.t('Connection {0}', formatNumber(index + 1));
  if (!isRecord(entry)) {
    return { name: position, problem: vscode.l10n.t('Must be an object.') };
  }
  const { id, name, baseUrl } = entry;
  const ownName = isString(baseUrl) ? addressName(baseUrl) : '';
  const named = name === undefined || name === '' ? { ...entry, name: ownName } : entry;
  const known = {
    id: isString(id) ? id : undefined,
    name: [name, ownName].filter(isString).find((text) => text !== '') ?? position,
  };
  if (isString(id) && id !== '' && ref !== idRef(id)) {
    const problem = vscode.l10n.t('“{0}” is already used by another connection.', id);
    return { name: known.name, problem: `id: ${problem}` };
  }
  const [[field, problem] = []] = Object.entries(connectionProblems(named));
  return isConnection(named)
    ? { connection: named }
    : { ...known, problem: `${field}: ${problem}` };
}

/** Whether each field of a connection is there that must be, and each that is there can be used. */
export const isConnection: Guard<Connection> = (value): value is Connection =>
  isRecord(value) && Object.keys(connectionProblems(value)).length === 0;

/** The values of an entry by the names of their fields in the form. Some of them are in objects. */
export function entryValues(entry: WireObject): ReadonlyMap<string, unknown> {
  const set = Object.entries(entry).filter(([, value]) => value !== undefined);
  const values = set.flatMap(([name, value]) => {
    if (!objectFields.includes(name) || !isRecord(value)) {
      return [[name, value] as const];
    }
    // A source of keys without a kind is none.
    const parts = name === 'keyFrom' ? { kind: '', ...value } : value;
    return Object.entries(parts).map(([part, inner]) => [`${name}.${part}`, inner] as const);
  });
  return new Map(values);
}

/** What is wrong with an entry, by field. Fields without a problem are left out. */
export function connectionProblems(
  entry: WireObject | Connection,
): Readonly<Partial<Record<string, string>>> {
  const values = entryValues({ ...entry });
  const known: readonly string[] = ['id', ...usedFields(values.get('keyFrom.kind'))];
  const unknown = [...values.keys()].filter((field) => !known.includes(field));
  const problems = [
    ...unknown.map((field) => [field, unknownProblem(field)] as const),
    ...known.map((field) => [field, fieldProblem(field, values.get(field))] as const),
  ];
  return Object.fromEntries(problems.filter(([, problem]) => problem !== undefined));
}
