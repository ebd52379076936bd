/**
 * A response other than 200: its status and the fields of its error object. The message is in the display
 * language if a user of Parley can cause it. For requests that Parley never sends it is in English.
 */
export class DemoFailure extends Error {
  override readonly name = 'DemoFailure';
  readonly status: number;
  /** Such as `model_not_found`. */
  readonly code: string;
  /** The field of the request that is wrong, if it is one. */
  readonly param: string | null;
  readonly headers: Readonly<Record<string, string>>;

  constructor(
    status: number,
    code: string,
    message: string,
    details: { readonly param?: string; readonly headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(message);
    this.status = status;
    this.code = code;
    this.param = details.param ?? null;
    this.headers = details.headers ?? {};
  }
}

/** A 400 that names the wrong field. */
export function invalidField(param: string, message: string): DemoFailure {
  return new DemoFailure(400, 'invalid_value', message, { param });
}

/**
 * The error object as JSON (`docs/service-interface.md`, "Errors" 14), for the body of a response or
 * an event of a stream.
 */
export function errorBody({ status, code, message, param }: DemoFailure): string {
  return JSON.stringify({ error: { message, type: errorType(status), code, param } });
}

function errorType(status: number): string {
  if (status >= 500) {
    return 'server_error';
  }
  switch (status) {
    case 401:
      return 'authentication_error';
    case 403:
      return 'permission_error';
    case 429:
      return 'rate_limit_error';
    default:
      return 'invalid_request_error';
  }
}
