import type { ServiceClient } from '../../service/client.ts';
import type { OutgoingRequest } from '../../service/http/request.ts';
import { isRecord } from '../../shared/guards.ts';
import { parseJson } from '../../service/parseJson.ts';
import type { Connection } from './connection.ts';

/** What is shown of the body's fields, in characters. They may have 64 KiB. */
const maxFieldsLength = 2000;

/**
 * The two requests of a connection as they go out, as lines of text: method and address, headers with the key
 * masked, and the fields of the body beside model and messages. Sends nothing; empty if they cannot be sent.
 */
export function sentRequests(
  client: Pick<ServiceClient, 'preview' | 'previewModels'>,
  { model = 'model', mode = 'streamed', parameters }: Connection,
): string {
  const messages = [{ role: 'user', content: 'x' }] as const;
  try {
    const chat = client.preview({ model, messages, ...parameters }, mode);
    return [...linesOf(client.previewModels()), '', ...linesOf(chat)].join('\n');
  } catch {
    return '';
  }
}

function linesOf({ method, url, headers, body }: OutgoingRequest): readonly string[] {
  const fields = fieldsOf(body);
  return [
    `${method} ${url}`,
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    ...(fields === undefined ? [] : [fields]),
  ];
}

function fieldsOf(body: string): string | undefined {
  const sent = parseJson(body);
  if (!isRecord(sent)) {
    return undefined;
  }
  const { model: _model, messages: _messages, ...fields } = sent;
  const text = JSON.stringify(fields);
  return text.length > maxFieldsLength ? `${text.slice(0, maxFieldsLength)}…` : text;
}
