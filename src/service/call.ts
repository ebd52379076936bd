import type { ChatCompletionRequest } from '../shared/chatCompletion.ts';
import type { Connection } from './connection.ts';
import { requestBody } from './requestBody.ts';

/** One request as it goes out. */
export interface Call {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
  /** `GET https://host/v1/models`, for messages. */
  readonly tried: string;
}

/** `GET /v1/models`. */
export function modelsCall({ address, headers }: Connection): Call {
  return {
    method: 'GET',
    url: address.modelsUrl,
    headers: { ...headers, Accept: 'application/json' },
    tried: `GET ${address.modelsUrl}`,
  };
}

/** `POST /v1/chat/completions`. Throws `ServiceError` of kind `badRequest` for bad parameters. */
export function chatCompletionCall(
  { address, headers, extraBody }: Connection,
  request: ChatCompletionRequest,
  stream: boolean,
): Call {
  return {
    method: 'POST',
    url: address.chatCompletionsUrl,
    headers: {
      ...headers,
      'Content-Type': 'application/json',
      Accept: stream ? 'text/event-stream' : 'application/json',
    },
    body: requestBody(request, { stream, extraBody }),
    tried: `POST ${address.chatCompletionsUrl}`,
  };
}
