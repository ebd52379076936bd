import * as l10n from '@vscode/l10n';
import {
  type ExtraFields,
  extraFieldProblem,
  extraFieldsProblem,
} from '../../../shared/service/extraFields.ts';
import { parameterText } from '../../../shared/service/parameterText.ts';
import {
  fieldNames,
  type OwnParameters,
  type ParameterName,
  parameterNames,
} from '../../../shared/service/requestParameters.ts';
import {
  type ResponseFormat,
  readSchema,
  schemaText,
} from '../../../shared/service/responseFormat.ts';

/** A further field as it is being typed: its name, and its value as JSON. */
export interface NameValue {
  readonly name: string;
  readonly value: string;
}

/** The parameters of a chat as they are being edited, whether or not they can be sent. */
export interface ParameterDraft {
  readonly texts: Readonly<Partial<Record<ParameterName, string>>>;
  /** Whether the effort is typed and not chosen. */
  readonly isOtherEffort: boolean;
  /** The chosen `type` of `response_format`; empty for the default. */
  readonly format: string;
  readonly schema: string;
  readonly isStrict: boolean;
  /** The further fields of the request: the names, and the values as JSON. */
  readonly fields: readonly NameValue[];
}

/** The draft for the parameters of a chat. `efforts` are those that can be chosen. */
export function parameterDraft(
  own: OwnParameters,
  efforts: readonly string[] = [],
): ParameterDraft {
  const { thinkingEffort: effort, response_format: format } = own;
  return {
    texts: Object.fromEntries(parameterNames.map((name) => [name, parameterText(name, own)])),
    isOtherEffort: effort !== undefined && effort !== null && !efforts.includes(String(effort)),
    format: format?.type ?? '',
    schema: schemaText(format ?? { type: '' }),
    isStrict: format?.json_schema?.strict === true,
    fields: Object.entries(own.fields ?? {}).map(([name, value]) => ({
      name,
      value: JSON.stringify(value),
    })),
  };
}

/** What a draft says about `response_format`: nothing for the default, or why it cannot be used. */
export function readFormat({ format, schema, isStrict }: ParameterDraft): {
  readonly value?: ResponseFormat | undefined;
  readonly problem?: string | undefined;
} {
  if (format === '') {
    return {};
  }
  if (format !== 'json_schema') {
    return { value: { type: format } };
  }
  const { format: value, problem } = readSchema(schema, isStrict);
  return { value, problem };
}

/** The further fields that can be sent, and what is wrong with each row, if anything. */
export function readFields(rows: readonly NameValue[]): {
  readonly fields?: ExtraFields | undefined;
  readonly problems: readonly (string | undefined)[];
} {
  const read = rows.map((row, index) => readField(row, rows.slice(0, index)));
  const fields = Object.fromEntries(
    read.flatMap(({ entry }) => (entry === undefined ? [] : [entry])),
  );
  const tooLong = extraFieldsProblem(fields, fieldNames);
  const problems = read.map(({ problem }) => problem ?? tooLong);
  const isSet = tooLong === undefined && Object.keys(fields).length > 0;
  return { ...(isSet ? { fields } : {}), problems };
}

interface FieldReading {
  readonly entry?: readonly [name: string, value: unknown];
  readonly problem?: string | undefined;
}

function readField(row: NameValue, before: readonly NameValue[]): FieldReading {
  const name = row.name.trim();
  if (name === '' && row.value.trim() === '') {
    return {};
  }
  const problem = before.some((other) => other.name.trim() === name)
    ? l10n.t('“{0}” is set twice. Remove one.', name)
    : extraFieldProblem(name, fieldNames);
  if (problem !== undefined) {
    return { problem };
  }
  try {
    return { entry: [name, JSON.parse(row.value)] };
  } catch {
    return { problem: l10n.t('Enter a JSON value, such as {0}.', '7, true, "text", ["a"]') };
  }
}
