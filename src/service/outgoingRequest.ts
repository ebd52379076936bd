import type { Call } from './call.ts';
import type { Connection } from './connection.ts';

/** A request as it would go out, but for what is secret in it. */
export interface OutgoingRequest {
  readonly method: string;
  readonly url: string;
  /** The key is `$API_KEY`; what looks secret in the user's own headers is masked. */
  readonly headers: Readonly<Record<string, string>>;
  /** To the byte. */
  readonly body: string;
}

/** What takes the place of the key; a shell fills it in. */
const keyPlaceholder = 'Bearer $API_KEY';

/** Shows `call` without sending it. */
export function outgoingRequest(
  { method, url, headers, body = '' }: Call,
  { redact }: Connection,
): OutgoingRequest {
  const shown = Object.entries(headers).map(([name, value]) => [
    name,
    name === 'Authorization' ? keyPlaceholder : redact(value),
  ]);
  return { method, url, headers: Object.fromEntries(shown), body };
}
