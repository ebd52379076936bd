import * as l10n from '@vscode/l10n';
import { isRecord, isString, type WireObject } from '../guards.ts';
import { formatNumber } from '../language.ts';
import { jsonLength, maxExtraFieldsLength } from './extraFields.ts';

/**
 * The form of the reply that is asked for, as it is sent: `{"type": "json_object"}`, or a schema with
 * `{"type": "json_schema", "json_schema": {"name": …, "schema": …}}`. Other fields are kept.
 */
export interface ResponseFormat {
  readonly type: string;
  readonly json_schema?: JsonSchemaFormat | undefined;
}

/** A JSON Schema with the name that services require. */
interface JsonSchemaFormat {
  readonly name: string;
  readonly schema: WireObject;
  readonly strict?: boolean | undefined;
}

/** Why a value cannot be sent as `response_format`; undefined if it can. */
export function responseFormatProblem(value: unknown): string | undefined {
  if (!isRecord(value) || !isString(value['type']) || value['type'] === '') {
    return l10n.t(
      '{0} must be an object with a {1}, such as {2}.',
      'response_format',
      'type',
      example,
    );
  }
  if (value['type'] === 'json_schema' && !isSchemaFormat(value['json_schema'])) {
    return l10n.t('{0} must be an object with a {1} and a {2}.', 'json_schema', 'name', 'schema');
  }
  return jsonLength(value) > maxExtraFieldsLength
    ? l10n.t('Must not be longer than {0} characters.', formatNumber(maxExtraFieldsLength))
    : undefined;
}

const example = '{"type": "json_object"}';

function isSchemaFormat(value: unknown): value is JsonSchemaFormat {
  return (
    isRecord(value) && isString(value['name']) && value['name'] !== '' && isRecord(value['schema'])
  );
}

/** The JSON Schema that a reply in this format fits; undefined for text and for formats of a service's own. */
export function schemaOf(format: unknown): WireObject | undefined {
  if (!isRecord(format)) {
    return undefined;
  }
  const { type, json_schema: named } = format;
  return type === 'json_object'
    ? { type: 'object' }
    : type === 'json_schema' && isSchemaFormat(named)
      ? named.schema
      : undefined;
}

/** The name of a schema that the user has given none: services require one. */
const defaultName = 'reply';

/** What a text for a schema is read as, or why it cannot be. */
export type SchemaReading =
  | { readonly format: ResponseFormat; readonly problem?: undefined }
  | { readonly format?: undefined; readonly problem: string };

/**
 * Reads the text of a schema: a JSON Schema, or the object with `name` and `schema` around it, or the whole
 * `response_format`.
 */
export function readSchema(text: string, isStrict: boolean): SchemaReading {
  const parsed = parse(text);
  if (!isRecord(parsed)) {
    return { problem: l10n.t('Enter a JSON Schema, such as {0}.', '{"type": "object"}') };
  }
  const inner = parsed['type'] === 'json_schema' ? parsed['json_schema'] : parsed;
  const { strict: _own, ...named } = isSchemaFormat(inner)
    ? inner
    : { name: defaultName, schema: parsed, strict: undefined };
  const format = {
    type: 'json_schema',
    json_schema: { ...named, ...(isStrict ? { strict: true } : {}) },
  };
  const problem = responseFormatProblem(format);
  return problem === undefined ? { format } : { problem };
}

/** The text that `readSchema` reads as this format; empty without a schema. */
export function schemaText({ json_schema: named }: ResponseFormat): string {
  if (named === undefined) {
    return '';
  }
  const { strict: _strict, ...shown } = named;
  const isPlain = Object.keys(shown).length === 2 && named.name === defaultName;
  return JSON.stringify(isPlain ? named.schema : shown, undefined, 2);
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
