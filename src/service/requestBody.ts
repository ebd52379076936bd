import type { ChatCompletionRequest } from '../shared/chatCompletion.ts';
import { isString } from '../shared/guards.ts';
import { isChangeable, type RequestChange } from '../shared/requestChange.ts';
import { parameterNames, parameterProblem } from '../shared/requestParameters.ts';
import { ServiceError } from './serviceError.ts';

/** How a request is to be answered, and what the user adds to its body. */
export interface BodyOptions {
  readonly stream: boolean;
  readonly extraBody?: Readonly<Record<string, unknown>> | undefined;
}

/**
 * The exact body of `POST /v1/chat/completions`. A parameter that is not set is absent; `extraBody`
 * never replaces one that is. The request's `changes` come last. Throws `ServiceError` of kind `badRequest` that names the field and
 * its range (`service-interface.md`, "Limits"), before anything is sent.
 */
export function requestBody(request: ChatCompletionRequest, options: BodyOptions): string {
  const { model, messages, max_tokens, temperature, top_p, n, stop } = request;
  const parameters = { max_tokens, temperature, top_p, n, stop };
  const body: Body = {
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
    return JSON.stringify((request.changes ?? []).reduce(withChange, body));
  } catch {
    refuse('The extra fields of the request cannot be written as JSON.');
  }
}

type Body = Readonly<Record<string, unknown>>;

function withChange(body: Body, { field, sentAs }: RequestChange): Body {
  if (!isChangeable(field) || !Object.hasOwn(body, field)) {
    return body;
  }
  const { [field]: value, ...others } = body;
  return sentAs === undefined || Object.hasOwn(others, sentAs)
    ? others
    : { ...others, [sentAs]: value };
}

function check(body: Body): void {
  if (!isString(body['model']) || body['model'] === '') {
    refuse('model must be the id of a model.');
  }
  if (!Array.isArray(body['messages']) || body['messages'].length === 0) {
    refuse('messages must hold at least one message.');
  }
  for (const name of [...parameterNames, 'n'] as const) {
    const problem = parameterProblem(name, body[name]);
    if (problem !== undefined) {
      refuse(problem);
    }
  }
}

function refuse(message: string): never {
  throw new ServiceError('badRequest', message);
}
