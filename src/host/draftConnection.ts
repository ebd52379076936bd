import type { ConnectionDraft, DraftProblems, HeaderDraft } from '../shared/connectionDraft.ts';
import { readParameter } from '../shared/parameterText.ts';
import { parameterNames, parameterProblem } from '../shared/requestParameters.ts';
import { requestHeaders } from '../service/requestHeaders.ts';
import { connectionProblems, type Connection } from './connection.ts';
import { messageOf } from './messageOf.ts';

/** What a draft amounts to. */
export interface DraftReading {
  readonly problems: DraftProblems;
  /** Missing where there is a problem. */
  readonly connection?: Connection | undefined;
}

/** The connection that a draft describes, or why it describes none, box by box. */
export function draftConnection(draft: ConnectionDraft, id: string): DraftReading {
  const { body, problem } = readBody(draft.extraBody);
  const connection = withoutMissing({
    id,
    name: draft.name.trim(),
    baseUrl: draft.baseUrl.trim(),
    model: draft.model.trim() === '' ? undefined : draft.model,
    headers: readHeaders(draft.headers),
    extraBody: body,
    mode: draft.mode === 'standard' ? draft.mode : undefined,
    firstByteTimeoutSeconds: readSeconds(draft.firstByteTimeoutSeconds),
    idleTimeoutSeconds: readSeconds(draft.idleTimeoutSeconds),
    parameters: readParameters(draft),
    systemPrompt: draft.systemPrompt.trim() === '' ? undefined : draft.systemPrompt,
  });
  const problems = {
    ...fieldProblems(connection),
    ...(problem === undefined ? {} : { extraBody: problem }),
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

/** Parameters and headers have problems of their own, box by box. */
function fieldProblems(connection: Connection): DraftProblems {
  const { name } = connection;
  const { parameters: _parameters, headers, ...others } = connectionProblems(connection);
  return {
    ...Object.fromEntries(
      Object.entries(others).map(([field, text = '']) => [field, sentence(text)]),
    ),
    ...(name === '' ? { name: 'Give the connection a name.' } : {}),
    ...(headers?.startsWith('There can') === true ? { headers } : {}),
  };
}

function sentence(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

function readBody(text: string): { readonly body?: Connection['extraBody']; problem?: string } {
  if (text.trim() === '') {
    return {};
  }
  try {
    return { body: JSON.parse(text) };
  } catch (error) {
    return { problem: `Write it as JSON, such as {"seed": 7}. ${messageOf(error)}` };
  }
}

function readSeconds(text: string): number | undefined {
  return text.trim() === '' ? undefined : Number(text);
}

/** A row that was added and not filled in counts for nothing. */
function isEmpty({ name, value }: HeaderDraft): boolean {
  return name.trim() === '' && value === '';
}

function readHeaders(headers: readonly HeaderDraft[]): Connection['headers'] {
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
      ? `The header "${name}" is there twice. Remove one.`
      : headerProblem(header);
    seen.add(name);
    return [`headers.${index}`, isEmpty(header) ? undefined : problem] as const;
  });
  return Object.fromEntries(problems.filter(([, problem]) => problem !== undefined));
}

function headerProblem({ name, value }: HeaderDraft): string | undefined {
  if (name.trim() === '') {
    return 'Give the header a name, or remove it.';
  }
  try {
    requestHeaders({ headers: { [name.trim()]: value } });
    return undefined;
  } catch (error) {
    return messageOf(error);
  }
}

function readParameters(draft: ConnectionDraft): Connection['parameters'] {
  const set = parameterNames
    .map((name) => [name, readParameter(name, draft[name])] as const)
    .filter(([, value]) => value !== undefined);
  return set.length === 0 ? undefined : Object.fromEntries(set);
}

function parameterProblems(draft: ConnectionDraft): DraftProblems {
  const problems = parameterNames
    .map((name) => [name, parameterProblem(name, readParameter(name, draft[name]))] as const)
    .filter(([, problem]) => problem !== undefined);
  return Object.fromEntries(problems);
}
