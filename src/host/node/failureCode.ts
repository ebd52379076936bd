/** The code of a failure of Node. `localhost` may give one for each of its addresses. */
export function failureCode(error: unknown): string {
  const errors = error instanceof AggregateError ? error.errors : [];
  return [error, ...errors].flatMap(ownCode)[0] ?? 'UNKNOWN';
}

function ownCode(error: unknown): readonly string[] {
  const code: unknown = error instanceof Error ? Reflect.get(error, 'code') : undefined;
  return typeof code === 'string' ? [code.slice(0, 100)] : [];
}
