import { isArrayOf, isObjectOf, isOneOf, isString, type Guard } from '../guards.ts';

/** One extra header while it is being typed. */
export interface HeaderDraft {
  readonly name: string;
  readonly value: string;
}

/** A connection while it is being edited: the text of each box. It has no key. */
export interface ConnectionDraft {
  readonly name: string;
  readonly baseUrl: string;
  readonly model: string;
  readonly mode: 'streamed' | 'standard';
  readonly headers: readonly HeaderDraft[];
  /** JSON, or nothing. */
  readonly extraBody: string;
  readonly firstByteTimeoutSeconds: string;
  readonly idleTimeoutSeconds: string;
  readonly temperature: string;
  readonly top_p: string;
  readonly max_tokens: string;
  /** One text per line; see `parameterText`. */
  readonly stop: string;
  readonly systemPrompt: string;
}

/** The boxes of the form in their order. */
export const draftFields = [
  'name',
  'baseUrl',
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

/** A box of the form. */
export type DraftField = (typeof draftFields)[number];

/**
 * What is wrong with a draft, in words that say what to do: by field, and for one header by
 * `headers.` and its place.
 */
export type DraftProblems = Readonly<Partial<Record<string, string>>>;

/** A form in which nothing is filled in. */
export const emptyDraft: ConnectionDraft = {
  name: '',
  baseUrl: '',
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

/** Guards a draft, whatever its texts are. */
export const isConnectionDraft: Guard<ConnectionDraft> = isObjectOf({
  name: isString,
  baseUrl: isString,
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
