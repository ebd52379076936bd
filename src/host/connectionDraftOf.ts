import { emptyDraft, type ConnectionDraft, type HeaderDraft } from '../shared/connectionDraft.ts';
import { isRecord, isString } from '../shared/guards.ts';
import { parameterText } from '../shared/parameterText.ts';
import { isOwnParameters, type ParameterName } from '../shared/requestParameters.ts';

/**
 * The boxes for an entry of the setting, whatever it holds, so that one that cannot be used can be
 * mended. Fields that a connection does not have are left out: one of them may be a key.
 */
export function connectionDraftOf(entry: unknown): ConnectionDraft {
  if (!isRecord(entry)) {
    return emptyDraft;
  }
  const text = (field: string) => textOf(entry[field]);
  const parameter = (name: ParameterName) => parameterTextOf(name, entry['parameters']);
  return {
    name: text('name'),
    baseUrl: text('baseUrl'),
    model: text('model'),
    mode: entry['mode'] === 'standard' ? 'standard' : 'streamed',
    headers: headersOf(entry['headers']),
    extraBody: bodyOf(entry['extraBody']),
    firstByteTimeoutSeconds: text('firstByteTimeoutSeconds'),
    idleTimeoutSeconds: text('idleTimeoutSeconds'),
    temperature: parameter('temperature'),
    top_p: parameter('top_p'),
    max_tokens: parameter('max_tokens'),
    stop: parameter('stop'),
    systemPrompt: text('systemPrompt'),
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
        // It is refused as a header, and may well hold a key.
        value: name.trim().toLowerCase() === 'authorization' ? '' : textOf(content),
      }))
    : [];
}

function parameterTextOf(name: ParameterName, parameters: unknown): string {
  if (!isRecord(parameters)) {
    return '';
  }
  const only = { [name]: parameters[name] };
  return isOwnParameters(only) ? parameterText(name, only) : textOf(parameters[name]);
}
