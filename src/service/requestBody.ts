import type { ChatCompletionRequest } from '../shared/chatCompletion.ts';
import { isString } from '../shared/guards.ts';
import { ServiceError } from './serviceError.ts';

/** How a request is to be answered, and what the user adds to its body. */
export interface BodyOptions {
  readonly stream: boolean;
  readonly extraBody?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * The exact body of `POST /v1/chat/completions`. A parameter that is not set is absent; `extraBody`
 * never replaces one that is. Throws `ServiceError` of kind `badRequest` that names the field and
 * its range (`service-interface.md`, "Limits"), before anything is sent.
 */
export function requestBody(request: ChatCompletionRequest, options: BodyOptions): string {
  const { model, messages, max_tokens, temperature, top_p, n, stop } = request;
  const parameters = { max_tokens, temperature, top_p, n, stop };
  const body = {
    ...options.extraBody,
    model,
    messages: messages.map(({ role, content }) => ({ role, content })),
    ...Object.fromEntries(
      Object.entries(parameters).filter(([, parameter]) => parameter !== undefined),
    ),
    stream: options.stream,
  };
  check(body);
  try {
    return JSON.stringify(body);
  } catch {
    refuse('The extra fields of the request cannot be written as JSON.');
  }
}

function check(body: Readonly<Record<string, unknown>>): void {
  if (!isString(body['model']) || body['model'] === '') {
    refuse('model must be the id of a model.');
  }
  if (!Array.isArray(body['messages']) || body['messages'].length === 0) {
    refuse('messages must hold at least one message.');
  }
  checkRange('temperature', body['temperature'], 2);
  checkRange('top_p', body['top_p'], 1);
  checkCount('max_tokens', body['max_tokens']);
  checkCount('n', body['n']);
  checkStop(body['stop']);
}

function checkRange(field: string, value: unknown, max: number): void {
  if (value !== undefined && !(typeof value === 'number' && value >= 0 && value <= max)) {
    refuse(`${field} must be a number from 0 to ${max}.`);
  }
}

function checkCount(field: string, value: unknown): void {
  if (value !== undefined && !(Number.isSafeInteger(value) && Number(value) >= 1)) {
    refuse(`${field} must be a whole number of at least 1.`);
  }
}

function checkStop(value: unknown): void {
  if (value === undefined || isString(value)) {
    return;
  }
  if (!Array.isArray(value) || value.length > 4 || !value.every(isString)) {
    refuse('stop must be a text or at most 4 texts.');
  }
}

function refuse(message: string): never {
  throw new ServiceError('badRequest', message);
}
