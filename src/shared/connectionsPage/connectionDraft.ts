import { isArrayOf, isObjectOf, isOneOf, isString, type Guard } from '../guards.ts';
import { isKeyDraft, type KeyDraft, typedKey } from './keyDraft.ts';

/** One extra header of a connection in the form. */
export interface HeaderDraft {
  readonly name: string;
  readonly value: string;
}

/** A connection as it is being edited: the text of each field of the form. It does not contain the key. */
export interface ConnectionDraft {
  readonly name: string;
  readonly baseUrl: string;
  /** Empty for `/models`. */
  readonly modelsPath: string;
  /** Empty for `/chat/completions`. */
  readonly chatCompletionsPath: string;
  readonly keyFrom: KeyDraft;
  readonly model: string;
  readonly mode: 'streamed' | 'standard';
  readonly headers: readonly HeaderDraft[];
  /** A JSON object, or empty. */
  readonly extraBody: string;
  readonly firstByteTimeoutSeconds: string;
  readonly idleTimeoutSeconds: string;
  readonly temperature: string;
  readonly top_p: string;
  readonly max_tokens: string;
  /** One text per line, in the form of `parameterText`. */
  readonly stop: string;
  readonly systemPrompt: string;
}

/** The fields of the form in their order. */
export const draftFields = [
  'name',
  'baseUrl',
  'modelsPath',
  'chatCompletionsPath',
  'keyFrom',
  'model',
  'mode',
  'headers',
  'extraBody',
  'firstByteTimeoutSeconds',
  'idleTimeoutSeconds',
  'temperature',
  'top_p',
  'max_tokens',
  'stop',
  'systemPrompt',
] as const satisfies readonly (keyof ConnectionDraft)[];

/** A field of the form. */
export type DraftField = (typeof draftFields)[number];

/**
 * What is wrong with a draft and how to correct it: a sentence by field. The problem of one header is under
 * `headers.` and the index of the header.
 */
export type DraftProblems = Readonly<Partial<Record<string, string>>>;

/** An empty form. */
export const emptyDraft: ConnectionDraft = {
  name: '',
  baseUrl: '',
  modelsPath: '',
  chatCompletionsPath: '',
  keyFrom: typedKey,
  model: '',
  mode: 'streamed',
  headers: [],
  extraBody: '',
  firstByteTimeoutSeconds: '',
  idleTimeoutSeconds: '',
  temperature: '',
  top_p: '',
  max_tokens: '',
  stop: '',
  systemPrompt: '',
};

/** Guards the shape of a draft. The texts can be anything that was typed. */
export const isConnectionDraft: Guard<ConnectionDraft> = isObjectOf({
  name: isString,
  baseUrl: isString,
  modelsPath: isString,
  chatCompletionsPath: isString,
  keyFrom: isKeyDraft,
  model: isString,
  mode: isOneOf('streamed', 'standard'),
  headers: isArrayOf(isObjectOf({ name: isString, value: isString })),
  extraBody: isString,
  firstByteTimeoutSeconds: isString,
  idleTimeoutSeconds: isString,
  temperature: isString,
  top_p: isString,
  max_tokens: isString,
  stop: isString,
  systemPrompt: isString,
});
