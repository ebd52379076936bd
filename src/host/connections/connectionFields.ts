import * as vscode from 'vscode';
import { looksLikeKey, serviceAddress } from '../../service/serviceAddress.ts';
import { requestHeaders } from '../../service/requestHeaders.ts';
import type { DraftField } from '../../shared/connectionsPage/connectionDraft.ts';
import { type Guard, isArrayOf, isFiniteNumber, isRecord, isString } from '../../shared/guards.ts';
import { formatNumber } from '../../shared/language.ts';
import { extraFieldsProblem } from '../../shared/service/extraFields.ts';
import { hasKeyPlace, keySourceKinds } from '../../shared/service/keySource.ts';
import { parameterText, readParameter } from '../../shared/service/parameterText.ts';
import {
  isOwnParameters,
  type ParameterName,
  parameterNames,
  parameterProblem,
} from '../../shared/service/requestParameters.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { messageOf } from '../base/errorMessage.ts';

/** A field of a connection, as a value of the settings and as a text of the form. */
interface ConnectionField {
  /** Whether an entry of the settings that lacks it cannot be used. */
  readonly isNeeded?: boolean;
  /** What is wrong with a value, as a sentence that does not name the field. */
  readonly problem: (value: unknown) => string | undefined;
  /** The value that a text says. */
  readonly read: (text: string) => Reading<unknown>;
  /** The text of a value, which may be one that cannot be used. */
  readonly text: (value: unknown) => string;
}

const asTyped: ConnectionField = {
  problem: (value) => (isString(value) ? undefined : vscode.l10n.t('Must be a string.')),
  read: (text) => ({ value: text.trim() === '' ? undefined : text }),
  text: (value) => (isString(value) ? value : JSON.stringify(value)),
};

/** A field that is never missing. */
const needed: ConnectionField = {
  ...asTyped,
  isNeeded: true,
  read: (text) => ({ value: text.trim() }),
};

const trimmed: ConnectionField = {
  ...asTyped,
  read: (text) => ({ value: text.trim() === '' ? undefined : text.trim() }),
};

const path: ConnectionField = {
  ...trimmed,
  // Whatever the address that it is relative to.
  problem: (value) =>
    isString(value)
      ? problemOf(() => serviceAddress('https://host.invalid', { models: value }))
      : asTyped.problem(value),
};

const seconds: ConnectionField = {
  ...asTyped,
  problem: (value) =>
    isFiniteNumber(value) && value >= 1 && value <= 3600
      ? undefined
      : vscode.l10n.t('Must be a number from 1 to 3600.'),
  read: (text) => ({ value: text.trim() === '' ? undefined : Number(text) }),
};

/** A field with few values. The usual one, if there is one, need not be set. */
function choice(values: readonly unknown[], usual?: unknown): ConnectionField {
  const others = values.filter((value) => value !== usual);
  return {
    problem: (value) =>
      values.includes(value)
        ? undefined
        : vscode.l10n.t(
            'Must be one of {0}.',
            values.map((each) => JSON.stringify(each)).join(', '),
          ),
    read: (text) => ({ value: others.find((other) => String(other) === text) }),
    text: (value) => (others.includes(value) ? String(value) : ''),
  };
}

function parameter(name: ParameterName): ConnectionField {
  return {
    problem: (value) => parameterProblem(name, value),
    read(text) {
      const { set, problem } = readParameter(name, text);
      return { value: set?.[name], problem };
    },
    text(value) {
      const only = { [name]: value };
      return isOwnParameters(only) ? parameterText(name, only) : asTyped.text(value);
    },
  };
}

/** In characters. A command must fit into the dialog that shows it in full. */
const maxSourceLength = 1000;

/** What the user confirms is exactly what is used. */
const scope: ConnectionField = {
  ...trimmed,
  problem(value) {
    if (!isString(value)) {
      return value === undefined ? notEmpty() : asTyped.problem(value);
    }
    if (value.length > maxSourceLength) {
      const most = formatNumber(maxSourceLength);
      return vscode.l10n.t('Must not be longer than {0} characters.', most);
    }
    return value.trim() === '' ? notEmpty() : oneLineProblem(value);
  },
};

function oneLineProblem(text: string): string | undefined {
  return visibleText(text) === text && text.trim() === text
    ? undefined
    : vscode.l10n.t('Must be one line without invisible characters, and without spaces around it.');
}

const command: ConnectionField = { ...scope, isNeeded: true, read: needed.read };

const variable: ConnectionField = {
  ...command,
  problem: (value) =>
    command.problem(value) ??
    (/^[A-Za-z_]\w*$/.test(String(value))
      ? undefined
      : vscode.l10n.t(
          'Must be the name of an environment variable, such as {0}, not its value.',
          'OPENAI_API_KEY',
        )),
};

const keyName: ConnectionField = {
  ...command,
  problem: (value) =>
    command.problem(value) ??
    (looksLikeKey(String(value))
      ? vscode.l10n.t('This looks like an API key. Enter a name for the key.')
      : undefined),
};

/** `docs/service-interface.md`, "Endpoints" 2. */
const headers: ConnectionField = {
  problem: (value) =>
    isTextRecord(value)
      ? problemOf(() => requestHeaders({ headers: value }))
      : vscode.l10n.t('Must be an object whose values are strings.'),
  read: readHeaderLines,
  text: headerLines,
};

const isTextRecord: Guard<Readonly<Record<string, string>>> = (
  value,
): value is Readonly<Record<string, string>> =>
  isRecord(value) && isArrayOf(isString)(Object.values(value));

/** Parameters that `extraBody` may not contain. The others stood there before they were parameters. */
const onlyParameters = ['temperature', 'top_p', 'max_tokens', 'stop'];

/** `docs/service-interface.md`, "POST /v1/chat/completions" 1 and "Limits". */
const extraBody: ConnectionField = {
  problem: (value) => extraFieldsProblem(value, onlyParameters),
  read(text) {
    try {
      return { value: text.trim() === '' ? undefined : JSON.parse(text) };
    } catch (error) {
      const words = messageOf(error);
      return {
        problem: vscode.l10n.t('Not valid JSON: {0}. Example: {1}', words, '{"seed": 7}'),
      };
    }
  },
  text: (value) => JSON.stringify(value, undefined, 2),
};

/** The fields of the form, and the ID. */
const fields: ReadonlyMap<string, ConnectionField> = new Map([
  [
    'id',
    {
      ...needed,
      problem: (value) => (value === '' ? notEmpty() : needed.problem(value)),
    },
  ],
  ['name', needed],
  ['baseUrl', { ...needed, problem: addressProblem }],
  ['keyFrom.kind', choice(keySourceKinds)],
  ['keyFrom.name', keyName],
  ['keyFrom.variable', variable],
  ['keyFrom.command', command],
  ['keyFrom.scope', scope],
  ['model', asTyped],
  ['offerToVSCode', choice([false, true], false)],
  ['mode', choice(['streamed', 'standard'], 'streamed')],
  ['firstByteTimeoutSeconds', seconds],
  ['idleTimeoutSeconds', seconds],
  ...parameterNames.map((name) => [`parameters.${name}`, parameter(name)] as const),
  ['systemPrompt', asTyped],
  ['paths.models', path],
  ['paths.chatCompletions', path],
  ['headers', headers],
  ['extraBody', extraBody],
]);

function addressProblem(value: unknown): string | undefined {
  return isString(value)
    ? problemOf(() => serviceAddress(value))
    : vscode.l10n.t('Must be an address.');
}

/** What is wrong with the value of a field in the settings. */
export function fieldProblem(field: string, value: unknown): string | undefined {
  const { isNeeded = false, problem } = rulesOf(field);
  return value === undefined && !isNeeded ? undefined : problem(value);
}

/** The fields of an entry of the settings that have fields of the form in them. */
export const objectFields: readonly string[] = ['paths', 'parameters', 'keyFrom'];

/** What is wrong with a field that a connection does not have. It may contain a key. */
export function unknownProblem(field: string): string {
  return objectFields.includes(field)
    ? vscode.l10n.t('Must be an object.')
    : vscode.l10n.t(
        'Not a field of a connection. Further fields of requests belong in {0}; set an API key on the connections page.',
        'extraBody',
      );
}

/** The value that the text of a field says, or what is wrong with it. */
export function readField(field: DraftField, text: string): Reading<unknown> {
  const { value, problem } = rulesOf(field).read(text);
  return { value, problem: problem ?? fieldProblem(field, value) };
}

/** The text of a field for its value in the settings, which may be any. */
export function fieldText(field: DraftField, value: unknown): string {
  return value === undefined ? '' : rulesOf(field).text(value);
}

function rulesOf(field: string): ConnectionField {
  return fields.get(field) ?? asTyped;
}

function notEmpty(): string {
  return vscode.l10n.t('Must not be empty.');
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

type Headers = Readonly<Record<string, string>>;

/** What the text of a field says: a value, none, or why it has none. */
export interface Reading<T> {
  readonly value?: T | undefined;
  readonly problem?: string | undefined;
}

/** The headers in a text with one `Name: value` a line; none if it has no line. */
export function readHeaderLines(text: string): Reading<Headers> {
  /** By their names in lower case. */
  const headers = new Map<string, readonly [name: string, value: string]>();
  for (const [index, line] of text.split('\n').entries()) {
    const [, name = '', value = ''] = /^([^:]*):(.*)$/.exec(line) ?? [];
    if (line.trim() === '') {
      continue;
    }
    if (name.trim() === '') {
      const number = formatNumber(index + 1);
      return { problem: vscode.l10n.t('Line {0} must be a name, a colon and a value.', number) };
    }
    const lowerName = name.trim().toLowerCase();
    if (headers.has(lowerName)) {
      return { problem: vscode.l10n.t('“{0}” is set twice. Remove one.', lowerName) };
    }
    headers.set(lowerName, [name.trim(), value.trim()]);
  }
  return { value: headers.size === 0 ? undefined : Object.fromEntries(headers.values()) };
}

/** The text of headers in the settings, which may be any value. */
export function headerLines(headers: unknown): string {
  const rows = Object.entries(isRecord(headers) ? headers : {});
  return rows.map(([name, value]) => `${name}: ${shownValue(name, value)}`).join('\n');
}

function shownValue(name: string, value: unknown): string {
  const text = (isString(value) ? value : JSON.stringify(value)).replaceAll(/[\r\n]+/g, ' ');
  // Parley does not send `Authorization` without a place for the key, and what is there is probably a key.
  return name.trim().toLowerCase() === 'authorization' && !hasKeyPlace(text) ? '' : text;
}
