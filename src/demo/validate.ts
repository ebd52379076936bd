import type { ChatMessage } from '../shared/service/chatCompletion.ts';
import {
  isArrayOf,
  isBoolean,
  isFiniteNumber,
  isOneOf,
  isRecord,
  isString,
  type Guard,
} from '../shared/guards.ts';
import { DemoFailure, invalidField } from './demoFailure.ts';

/** The fields of a request on which the reply depends. Others are checked and dropped. */
export interface DemoRequest {
  readonly model: string;
  readonly messages: readonly ChatMessage[];
  readonly stream: boolean;
  /** Whether the usage of a stream is to come in a chunk of its own. */
  readonly asksForUsage: boolean;
  readonly maxTokens: number | undefined;
  /** Empty if there are no stop sequences. */
  readonly stop: readonly string[];
}

type Body = Readonly<Record<string, unknown>>;

/**
 * Reads the body of a chat request (`docs/service-interface.md`, "POST /v1/chat/completions" 5 and
 * "Limits"). Throws a `DemoFailure` with status 400 that names the wrong field.
 */
export function readRequest(text: string): DemoRequest {
  const body = parseBody(text);
  const model = required(body, 'model', isString, 'a string');
  const messages = readMessages(body);
  numberBetween(body, 'temperature', 0, 2);
  numberBetween(body, 'top_p', 0, 1);
  if ((field(body, 'n', isFiniteNumber, 'an integer') ?? 1) !== 1) {
    throw invalidField('n', "'n' must be 1: the demo gives one reply per request.");
  }
  return {
    model,
    messages,
    stream: field(body, 'stream', isBoolean, 'true or false') ?? false,
    asksForUsage: readAsksForUsage(body),
    maxTokens: readMaxTokens(body),
    stop: readStop(body),
  };
}

function parseBody(text: string): Body {
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new DemoFailure(400, 'invalid_json', 'The request body is not valid JSON.');
  }
  if (!isRecord(body)) {
    throw new DemoFailure(400, 'invalid_json', 'The request body must be a JSON object.');
  }
  return body;
}

/** The value of an optional field. `null` counts as not set. */
function field<T>(body: Body, name: string, guard: Guard<T>, shape: string): T | undefined {
  const value = Object.hasOwn(body, name) ? body[name] : undefined;
  if (value === undefined || value === null) {
    return undefined;
  }
  if (!guard(value)) {
    throw invalidField(name, `'${name}' must be ${shape}.`);
  }
  return value;
}

function required<T>(body: Body, name: string, guard: Guard<T>, shape: string): T {
  const value = field(body, name, guard, shape);
  if (value === undefined) {
    throw new DemoFailure(400, 'missing_field', `The required field '${name}' is missing.`, {
      param: name,
    });
  }
  return value;
}

const isRole = isOneOf('system', 'user', 'assistant');

function readMessages(body: Body): readonly ChatMessage[] {
  const messages = required(body, 'messages', isArrayOf(isRecord), 'an array of message objects');
  if (messages.length === 0) {
    throw invalidField('messages', "'messages' must hold at least one message.");
  }
  return messages.map((message, index) => {
    const path = `messages[${index}]`;
    const { role, content } = message;
    if (!isRole(role)) {
      const name = `${path}.role`;
      throw invalidField(name, `'${name}' must be 'system', 'user' or 'assistant'.`);
    }
    if (!isString(content)) {
      throw invalidField(`${path}.content`, `'${path}.content' must be a string.`);
    }
    return { role, content };
  });
}

function numberBetween(body: Body, name: string, minimum: number, maximum: number): void {
  const shape = `a number from ${minimum} to ${maximum}`;
  const value = field(body, name, isFiniteNumber, shape);
  if (value !== undefined && (value < minimum || value > maximum)) {
    throw invalidField(name, `'${name}' must be ${shape}, not ${value}.`);
  }
}

function readAsksForUsage(body: Body): boolean {
  const options = field(body, 'stream_options', isRecord, 'an object') ?? {};
  const name = 'include_usage';
  if (!isBoolean(options[name] ?? false)) {
    throw invalidField('stream_options', `'stream_options.${name}' must be true or false.`);
  }
  return options[name] === true;
}

function readMaxTokens(body: Body): number | undefined {
  const shape = 'an integer of at least 1';
  const value = field(body, 'max_tokens', isFiniteNumber, shape);
  if (value !== undefined && (value < 1 || !Number.isInteger(value))) {
    throw invalidField('max_tokens', `'max_tokens' must be ${shape}, not ${value}.`);
  }
  return value;
}

const isStrings = isArrayOf(isString);
const isStop: Guard<string | readonly string[]> = (value): value is string | readonly string[] =>
  isString(value) || isStrings(value);

function readStop(body: Body): readonly string[] {
  const value = field(body, 'stop', isStop, 'a string or an array of strings') ?? [];
  const sequences = isString(value) ? [value] : value;
  if (sequences.length > 4) {
    throw invalidField('stop', `'stop' takes at most 4 strings, not ${sequences.length}.`);
  }
  // An empty string would end every reply before its first character.
  return sequences.filter((sequence) => sequence !== '');
}
