import { isArrayOf, isBoolean, isObjectOf, isOneOf, isString, type Guard } from '../guards.ts';
import { type ParameterName, parameterNames } from '../service/requestParameters.ts';
import { isKeyDraft, type KeyDraft, typedKey } from './keyDraft.ts';

/** One extra header of a connection in the form. */
export interface HeaderDraft {
  readonly name: string;
  readonly value: string;
}

/**
 * A connection as it is being edited: the text of each field of the form. Parameters have the form of
 * `parameterText`. It does not contain the key.
 */
export interface ConnectionDraft extends Readonly<Record<ParameterName, string>> {
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
  readonly systemPrompt: string;
  readonly offerToVSCode: boolean;
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
  ...parameterNames,
  'systemPrompt',
  'offerToVSCode',
] as const satisfies readonly (keyof ConnectionDraft)[];

/** A field of the form. */
export type DraftField = (typeof draftFields)[number];

/**
 * What is wrong with a draft and how to correct it: a sentence by field. The problem of one header is under
 * `headers.` and the index of the header.
 */
export type DraftProblems = Readonly<Partial<Record<string, string>>>;

function textOfEach<T>(text: T): Readonly<Record<ParameterName, T>> {
  return {
    thinkingEffort: text,
    thinkingField: text,
    temperature: text,
    top_p: text,
    max_tokens: text,
    stop: text,
    seed: text,
    presence_penalty: text,
    frequency_penalty: text,
    response_format: text,
  };
}

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
  ...textOfEach(''),
  systemPrompt: '',
  offerToVSCode: false,
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
  ...textOfEach(isString),
  systemPrompt: isString,
  offerToVSCode: isBoolean,
});
