import { hasKeyPlace } from '../shared/service/keyPlaceholder.ts';
import { isSecretHeader, type Redact, secretMask } from './redactSecrets.ts';
import { type HeaderOptions, requestHeaders } from './requestHeaders.ts';

/** In place of the key; a shell replaces the variable. */
export const shownKey = '$API_KEY';

/**
 * The headers of every request as they are shown: `$API_KEY` in place of the key, a mask in place of the value of
 * another header whose name says that it is secret. Throws as `requestHeaders` does.
 */
export function shownHeaders(
  { apiKey, headers = {} }: HeaderOptions,
  redact: Redact,
): Readonly<Record<string, string>> {
  const shown = requestHeaders({ apiKey: apiKey?.trim() && shownKey, headers });
  return Object.fromEntries(
    Object.entries(shown).map(([name, value]) => {
      const own = Object.hasOwn(headers, name) ? headers[name] : undefined;
      const isSecret = own !== undefined && !hasKeyPlace(own) && isSecretHeader(name);
      return [name, isSecret ? secretMask : redact(value)];
    }),
  );
}
