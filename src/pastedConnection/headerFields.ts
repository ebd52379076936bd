import { readKeyText } from './keyText.ts';
import type { Part } from './part.ts';

/** A header or a parameter of an address. */
export type Pair = readonly [name: string, value: string];

/** What Parley or the transport sets, and what belongs to the program that the text was copied from. */
const setByOthers =
  /^(?:accept(?:-.*)?|connection|content-.*|cookie|dnt|expect|host|keep-alive|origin|pragma|cache-control|priority|proxy-.*|referer|sec-.*|te|trailer|transfer-encoding|upgrade(?:-.*)?|user-agent|x-requested-with|x-stainless-.*)$/i;

/** Headers whose value is a secret, by their names or the beginning of their values. */
const secretName = /(?:key|token|secret|auth|authorization|password|credentials?)$/i;
const secretValue = /^token\s|\b(?:bearer|basic|api-?key|authorization)[:\s]|(?:^|\W)sk-/i;

/** A header name (RFC 9110, section 5.6.2). */
const token = /^[!#$%&'*+.^_`|~0-9A-Za-z-]{1,200}$/;

/** A value that can be sent, and in which nothing is left for the reader to fill in. */
const complete = /^[\u0020-\u007e\u00a0-\u00ff]{1,4000}$/;
const blank = /\$\{|\{\{|^\$\w|<[^>]{0,200}>|^\{.*\}$|\byour[-_ ]|^YOUR|process\.env/i;

const maxHeaders = 32;

/**
 * Reads headers: the key out of the one that has it, and the others as they are sent. `Authorization: Bearer` is not
 * among them: it is the usual form.
 */
export function readHeaders(pairs: readonly Pair[]): Partial<Part> {
  const read = pairs
    .filter(([name, value]) => token.test(name) && value.length <= 8192 && !setByOthers.test(name))
    .map(([name, value]) => {
      const isSecret = secretName.test(name) || secretValue.test(value);
      const [whole = '', scheme = ''] =
        /^((?:bearer|basic|token|(?:api-?)?key) )\s*(?=\S)/i.exec(value) ?? [];
      const isUsual = /^authorization$/i.test(name) && /^bearer $/i.test(scheme);
      const { key, keyVariable } = readKeyText(value.slice(whole.length));
      return { name, value, isSecret, scheme, isUsual, key, keyVariable };
    });
  // `Authorization` has the key where several headers hold a secret.
  const secrets = read
    .filter(({ isSecret }) => isSecret)
    .toSorted((one, other) => Number(/^auth/i.test(other.name)) - Number(/^auth/i.test(one.name)));
  const holder =
    secrets.find(({ key, keyVariable }) => (key ?? keyVariable) !== undefined) ?? secrets[0];
  const { key, keyVariable, isUsual = false } = holder ?? {};
  const isHeld = (one: (typeof read)[number]) =>
    one === holder || (key !== undefined && one.key === key);
  const held = secrets.filter((one) => isHeld(one) && !/^bearer $/i.test(one.scheme));
  const plain = read.filter(
    ({ value, isSecret }) => !isSecret && complete.test(value) && !blank.test(value),
  );
  const headers = [
    ...held.map(({ name, scheme }) => [name, `${scheme}\${key}`] as const),
    ...plain.map(({ name, value }) => [name, value] as const),
  ];
  const left =
    key === undefined ? [] : secrets.filter((one) => !isHeld(one)).map((one) => one.name);
  return {
    key,
    keyVariable,
    headers: Object.fromEntries(headers.slice(0, maxHeaders)),
    secretHeaders: left.length === 0 ? undefined : left,
    isBearer: isUsual || undefined,
  };
}
