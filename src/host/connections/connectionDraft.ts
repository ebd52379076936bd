import * as vscode from 'vscode';
import { headerCountProblem, requestHeaders } from '../../service/http/requestHeaders.ts';
import { hasKeyPlace } from '../../shared/service/keyPlaceholder.ts';
import {
  type ConnectionDraft,
  type DraftProblems,
  emptyDraft,
  type HeaderDraft,
} from '../../shared/connectionsPage/connectionDraft.ts';
import { isRecord, isString } from '../../shared/guards.ts';
import { parameterText, readParameter } from '../../shared/service/parameterText.ts';
import {
  isOwnParameters,
  type ParameterName,
  parameterNames,
} from '../../shared/service/requestParameters.ts';
import { messageOf } from '../base/errorMessage.ts';
import { keyDraftOf, readKeyDraft } from './keySources/keyDraft.ts';
import { addressName, type Connection, connectionProblems, pathProblem } from './connection.ts';

/**
 * The form for an entry of the setting, which may be any value, so that the user can correct an entry that
 * cannot be used. Unknown fields are left out, because one of them may contain a key.
 */
export function draftOf(entry: unknown): ConnectionDraft {
  if (!isRecord(entry)) {
    return emptyDraft;
  }
  const text = (field: string) => textOf(entry[field]);
  const parameter = (name: ParameterName) => parameterTextOf(name, entry['parameters']);
  const paths = isRecord(entry['paths']) ? entry['paths'] : {};
  return {
    name: text('name'),
    baseUrl: text('baseUrl'),
    modelsPath: textOf(paths['models']),
    chatCompletionsPath: textOf(paths['chatCompletions']),
    keyFrom: keyDraftOf(entry['keyFrom']),
    model: text('model'),
    mode: entry['mode'] === 'standard' ? 'standard' : 'streamed',
    headers: headersOf(entry['headers']),
    extraBody: bodyOf(entry['extraBody']),
    firstByteTimeoutSeconds: text('firstByteTimeoutSeconds'),
    idleTimeoutSeconds: text('idleTimeoutSeconds'),
    thinkingEffort: parameter('thinkingEffort'),
    thinkingField: parameter('thinkingField'),
    temperature: parameter('temperature'),
    top_p: parameter('top_p'),
    max_tokens: parameter('max_tokens'),
    stop: parameter('stop'),
    seed: parameter('seed'),
    presence_penalty: parameter('presence_penalty'),
    frequency_penalty: parameter('frequency_penalty'),
    response_format: parameter('response_format'),
    systemPrompt: text('systemPrompt'),
    offerToVSCode: entry['offerToVSCode'] === true,
  };
}

function textOf(value: unknown): string {
  return isString(value) ? value : value === undefined ? '' : JSON.stringify(value);
}

function bodyOf(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value, undefined, 2);
}

function headersOf(value: unknown): readonly HeaderDraft[] {
  return isRecord(value)
    ? Object.entries(value).map(([name, content]) => ({
        name,
        value: headerText(name, textOf(content)),
      }))
    : [];
}

/** Parley does not send `Authorization` without a place for the key, and what is there is probably a key. */
function headerText(name: string, value: string): string {
  return name.trim().toLowerCase() === 'authorization' && !hasKeyPlace(value) ? '' : value;
}

function parameterTextOf(name: ParameterName, parameters: unknown): string {
  if (!isRecord(parameters)) {
    return '';
  }
  const only = { [name]: parameters[name] };
  return isOwnParameters(only) ? parameterText(name, only) : textOf(parameters[name]);
}

/** A draft after reading. */
interface DraftReading {
  readonly problems: DraftProblems;
  /** Missing if there is a problem. */
  readonly connection?: Connection | undefined;
}

/** The connection that a draft describes, or what is wrong with it, by form field. */
export function readDraft(draft: ConnectionDraft, id: string): DraftReading {
  const { body, problem } = readBody(draft.extraBody);
  const connection = withoutMissing({
    id,
    name: draft.name.trim() || addressName(draft.baseUrl),
    baseUrl: draft.baseUrl.trim(),
    paths: readPaths(draft),
    keyFrom: readKeyDraft(draft.keyFrom),
    model: draft.model.trim() === '' ? undefined : draft.model,
    headers: readHeaders(draft.headers),
    extraBody: body,
    mode: draft.mode === 'standard' ? draft.mode : undefined,
    firstByteTimeoutSeconds: readSeconds(draft.firstByteTimeoutSeconds),
    idleTimeoutSeconds: readSeconds(draft.idleTimeoutSeconds),
    parameters: readParameters(draft),
    systemPrompt: draft.systemPrompt.trim() === '' ? undefined : draft.systemPrompt,
    offerToVSCode: draft.offerToVSCode ? true : undefined,
  });
  const problems = {
    ...fieldProblems(connection),
    ...(problem === undefined ? {} : { extraBody: problem }),
    ...pathProblems(draft),
    ...headerProblems(draft.headers),
    ...parameterProblems(draft),
  };
  return Object.keys(problems).length === 0 ? { problems, connection } : { problems };
}

function withoutMissing(connection: Connection): Connection {
  const present = Object.entries(connection).filter(([, value]) => value !== undefined);
  const { id, name, baseUrl } = connection;
  return { id, name, baseUrl, ...Object.fromEntries(present) };
}

/** The problems of all fields but paths, parameters and headers, which are found box by box below. */
function fieldProblems(connection: Connection): DraftProblems {
  const {
    paths: _paths,
    parameters: _parameters,
    headers: _headers,
    ...others
  } = connectionProblems(connection);
  const headers = headerCountProblem(Object.keys(connection.headers ?? {}).length);
  return {
    ...others,
    // Too many headers is no problem of a single row.
    ...(headers === undefined ? {} : { headers }),
  };
}

/** The paths in a draft; `undefined` if both are the usual ones. */
export function readPaths({
  modelsPath,
  chatCompletionsPath,
}: ConnectionDraft): Connection['paths'] {
  const [models, chatCompletions] = [modelsPath.trim(), chatCompletionsPath.trim()];
  return models === '' && chatCompletions === ''
    ? undefined
    : {
        ...(models === '' ? {} : { models }),
        ...(chatCompletions === '' ? {} : { chatCompletions }),
      };
}

function pathProblems(draft: ConnectionDraft): DraftProblems {
  const problems = (['modelsPath', 'chatCompletionsPath'] as const).map((field) => {
    const path = draft[field].trim();
    return [field, path === '' ? undefined : pathProblem(path)] as const;
  });
  return Object.fromEntries(problems.filter(([, problem]) => problem !== undefined));
}

function readBody(text: string): { readonly body?: Connection['extraBody']; problem?: string } {
  if (text.trim() === '') {
    return {};
  }
  try {
    return { body: JSON.parse(text) };
  } catch (error) {
    return {
      problem: vscode.l10n.t('Not valid JSON: {0}. Example: {1}', messageOf(error), '{"seed": 7}'),
    };
  }
}

function readSeconds(text: string): number | undefined {
  return text.trim() === '' ? undefined : Number(text);
}

/** Rows that the user has added but not filled in are ignored. */
function isEmpty({ name, value }: HeaderDraft): boolean {
  return name.trim() === '' && value === '';
}

/** The headers in a draft; `undefined` if there are none. */
export function readHeaders(headers: readonly HeaderDraft[]): Connection['headers'] {
  const rows = headers
    .filter((header) => !isEmpty(header))
    .map(({ name, value }) => [name.trim(), value] as const);
  return rows.length === 0 ? undefined : Object.fromEntries(rows);
}

function headerProblems(headers: readonly HeaderDraft[]): DraftProblems {
  const seen = new Set<string>();
  const problems = headers.map((header, index) => {
    const name = header.name.trim().toLowerCase();
    const problem = seen.has(name)
      ? vscode.l10n.t('“{0}” is set twice. Remove one.', name)
      : headerProblem(header);
    seen.add(name);
    return [`headers.${index}`, isEmpty(header) ? undefined : problem] as const;
  });
  return Object.fromEntries(problems.filter(([, problem]) => problem !== undefined));
}

function headerProblem({ name, value }: HeaderDraft): string | undefined {
  if (name.trim() === '') {
    return vscode.l10n.t('Enter a name for the header, or remove it.');
  }
  try {
    requestHeaders({ headers: { [name.trim()]: value } });
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

function readParameters(draft: ConnectionDraft): Connection['parameters'] {
  const set = parameterNames.flatMap((name) =>
    Object.entries(readParameter(name, draft[name]).set ?? {}),
  );
  return set.length === 0 ? undefined : Object.fromEntries(set);
}

function parameterProblems(draft: ConnectionDraft): DraftProblems {
  const problems = parameterNames
    .map((name) => [name, readParameter(name, draft[name]).problem] as const)
    .filter(([, problem]) => problem !== undefined);
  return Object.fromEntries(problems);
}
