/** Which IDs of tool calls a service accepts. */
export interface IdForm {
  readonly accepted: RegExp;
  /** Of an ID that is made in place of another one. */
  readonly length: number;
  /** Whether the service also accepts any ID that it has made itself: gateways keep data in theirs. */
  readonly acceptsOwn: boolean;
}

/** Mistral's models, under the names of any service. */
const mistral =
  /(?:^|[/._-])(?:mistral|mixtral|codestral|devstral|magistral|ministral|pixtral|voxtral)/i;

/** Nine letters and digits. */
const nineCharacters: IdForm = { accepted: /^[A-Za-z0-9]{9}$/, length: 9, acceptsOwn: false };

/** What other services make and accept; OpenAI accepts 64 characters. */
const usual: IdForm = { accepted: /^[\x21-\x7e]{1,64}$/, length: 24, acceptsOwn: true };

/** The IDs that a model accepts (`docs/service-interface.md`, "Tool calls" 2). */
export function idFormFor(host: string, model: string): IdForm {
  return /(?:^|\.)mistral\.ai$/.test(host) || mistral.test(model) ? nineCharacters : usual;
}

/**
 * The ID under which each of these is sent: itself if it is accepted, else one that follows from it, so that it is
 * the same in the next request. `isOwn` tells which IDs the service has made. No two of them become the same.
 */
export function sentIds(
  ids: Iterable<string>,
  { accepted, length, acceptsOwn }: IdForm,
  isOwn: (id: string) => boolean = () => false,
): ReadonlyMap<string, string> {
  const all = [...new Set(ids)];
  const sent = new Map(
    all
      .filter((id) => accepted.test(id) || (acceptsOwn && isOwn(id)))
      .map((id) => [id, id] as const),
  );
  const taken = new Set(sent.values());
  for (const id of all.filter((one) => !sent.has(one))) {
    let other = idFrom(id, length);
    for (let count = 1; taken.has(other); count += 1) {
      other = idFrom(`${id} ${count}`, length);
    }
    sent.set(id, other);
    taken.add(other);
  }
  return sent;
}

const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Letters and digits that follow from a text. FNV-1a, once for each character; not for secrets. */
function idFrom(text: string, length: number): string {
  let id = '';
  let hash = 0x811c9dc5;
  for (let at = 0; at < length; at += 1) {
    for (let index = 0; index < text.length; index += 1) {
      hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193) >>> 0;
    }
    // A short text alone would leave the upper bits nearly unchanged.
    hash = Math.imul(hash ^ (hash >>> 15) ^ at, 0x2c1b3c6d) >>> 0;
    id += digits.charAt(hash % digits.length);
  }
  return id;
}
