/** An answer other than 200: its status, and the error object that goes with it. */
export class DemoFailure extends Error {
  override readonly name = 'DemoFailure';
  readonly status: number;
  /** A word for programs, such as `model_not_found`. */
  readonly code: string;
  /** The field of the request that is at fault, where it is one. */
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

/** A 400 that names the field at fault. */
export function invalidField(param: string, message: string): DemoFailure {
  return new DemoFailure(400, 'invalid_value', message, { param });
}

/**
 * The error object of the convention; `service-interface.md` leaves its shape open ("Errors"). The
 * same object can come as a response body and inside a stream.
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
