import * as vscode from 'vscode';
import { requestHeaders } from '../../service/http/requestHeaders.ts';
import { serviceAddress } from '../../service/serviceAddress.ts';
import type { DraftField } from '../../shared/connectionsPage/connectionDraft.ts';
import { keyText, readKeyText } from '../../shared/connectionsPage/keyDraft.ts';
import { type Guard, isArrayOf, isFiniteNumber, isRecord, isString } from '../../shared/guards.ts';
import { extraFieldsProblem } from '../../shared/service/extraFields.ts';
import { isKeySourceKind } from '../../shared/service/keySource.ts';
import { parameterText, readParameter } from '../../shared/service/parameterText.ts';
import {
  isOwnParameters,
  type ParameterName,
  parameterNames,
  parameterProblem,
} from '../../shared/service/requestParameters.ts';
import { messageOf } from '../base/errorMessage.ts';
import { headerLines, type Reading, readHeaderLines } from './headerLines.ts';
import { keySourceProblem, sourceFields } from './keySources/keySourceProblem.ts';

/** A field of a connection, as a value of the settings and as a text of the form. */
interface ConnectionField {
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
const needed: ConnectionField = { ...asTyped, read: (text) => ({ value: text.trim() }) };

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

/** A field with two values, of which the usual one need not be set. */
function either(usual: unknown, other: unknown): ConnectionField {
  return {
    problem: (value) =>
      value === usual || value === other
        ? undefined
        : vscode.l10n.t('Must be {0} or {1}.', JSON.stringify(usual), JSON.stringify(other)),
    read: (text) => ({ value: text === String(other) ? other : undefined }),
    text: (value) => (value === other ? String(other) : ''),
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

const keyFrom: ConnectionField = {
  problem: keySourceProblem,
  read(typed) {
    const { kind, text } = readKeyText(typed);
    const name = text.trim();
    if (kind === '') {
      return {};
    }
    return {
      value: name === '' && kind === 'microsoft' ? { kind } : { kind, [sourceFields[kind]]: name },
    };
  },
  text(value) {
    if (!isRecord(value) || !isKeySourceKind(value['kind'])) {
      return '';
    }
    const { kind } = value;
    const text = value[sourceFields[kind]];
    return keyText({ kind, text: isString(text) ? text : '' });
  },
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

/** An object whose fields are fields of the form. */
const object: ConnectionField = {
  ...asTyped,
  problem: () => vscode.l10n.t('Must be an object.'),
};

/** It may contain a key. */
const unknown: ConnectionField = {
  ...asTyped,
  problem: () =>
    vscode.l10n.t(
      'Not a field of a connection. Further fields of requests belong in {0}; set an API key on the connections page.',
      'extraBody',
    ),
};

/** The fields of the form, the ID, and the objects that have fields of the form. */
const fields: ReadonlyMap<string, ConnectionField> = new Map([
  [
    'id',
    {
      ...needed,
      problem: (value) =>
        value === '' ? vscode.l10n.t('Must not be empty.') : needed.problem(value),
    },
  ],
  ['name', needed],
  ['baseUrl', { ...needed, problem: addressProblem }],
  ['keyFrom', keyFrom],
  ['model', asTyped],
  ['offerToVSCode', either(false, true)],
  ['mode', either('streamed', 'standard')],
  ['firstByteTimeoutSeconds', seconds],
  ['idleTimeoutSeconds', seconds],
  ...parameterNames.map((name) => [`parameters.${name}`, parameter(name)] as const),
  ['parameters', object],
  ['systemPrompt', asTyped],
  ['paths.models', path],
  ['paths.chatCompletions', path],
  ['paths', object],
  ['headers', headers],
  ['extraBody', extraBody],
]);

function addressProblem(value: unknown): string | undefined {
  return isString(value)
    ? problemOf(() => serviceAddress(value))
    : vscode.l10n.t('Must be an address.');
}

/** What is wrong with the value of a field in the settings, also of one that no connection has. */
export function fieldProblem(field: string, value: unknown): string | undefined {
  const isNeeded = ['id', 'name', 'baseUrl'].includes(field);
  return value === undefined && !isNeeded ? undefined : rulesOf(field).problem(value);
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
  return fields.get(field) ?? unknown;
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
