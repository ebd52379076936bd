/** The names of tools on the way to a service and back. */
export interface ToolNames {
  /** The name under which a tool is sent. */
  readonly sent: (name: string) => string;
  /** The name of the tool that a model calls under this one. */
  readonly original: (sentName: string) => string;
}

/** What every service accepts (`docs/service-interface.md`, "Tool calls" 1). */
const maxLength = 64;
const accepted = /^[A-Za-z0-9_-]{1,64}$/;

/** Gives each name one that services accept. No two of them become the same. */
export function createToolNames(names: Iterable<string>): ToolNames {
  const sent = sentNames(
    names,
    (name) => accepted.test(name),
    (name, count) => {
      const end = count === 0 ? '' : `_${count + 1}`;
      return `${plainName(name).slice(0, maxLength - end.length)}${end}`;
    },
  );
  const originals = new Map(Array.from(sent, ([name, sentName]) => [sentName, name]));
  return {
    sent: (name) => sent.get(name) ?? plainName(name),
    original: (sentName) => originals.get(sentName) ?? sentName,
  };
}

function plainName(name: string): string {
  return name.slice(0, maxLength).replaceAll(/[^A-Za-z0-9_-]/g, '_') || '_';
}

/** What each of these is sent as: itself if it is accepted, else the first of its candidates that none is sent as. */
function sentNames(
  names: Iterable<string>,
  isAccepted: (name: string) => boolean,
  candidate: (name: string, count: number) => string,
): ReadonlyMap<string, string> {
  const all = [...new Set(names)];
  const sent = new Map(all.filter(isAccepted).map((name) => [name, name]));
  const taken = new Set(sent.values());
  for (const name of all.filter((one) => !sent.has(one))) {
    let other = candidate(name, 0);
    for (let count = 1; taken.has(other); count += 1) {
      other = candidate(name, count);
    }
    sent.set(name, other);
    taken.add(other);
  }
  return sent;
}

/** Which IDs of tool calls a service accepts. */
interface IdForm {
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
  return sentNames(
    ids,
    (id) => accepted.test(id) || (acceptsOwn && isOwn(id)),
    (id, count) => idFrom(count === 0 ? id : `${id} ${count}`, length),
  );
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
