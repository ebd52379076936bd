import type { KnownService } from '../shared/service/knownServices.ts';
import { readAddressText } from './addressText.ts';
import type { PastedConnection } from './pastedConnection.ts';
import { serviceOfAddress, serviceOfKey } from './servicesByName.ts';

/** What one labelled value says about a connection, or several of them together. */
export interface Part extends PastedConnection {
  /** Its place among the others. */
  readonly at: number;
  /** Whose it is, by the words of its label. */
  readonly stem: string;
  /** Whose address and variables are meant where there is no address. */
  readonly service?: KnownService | undefined;
  /** Of several models, the one with the lowest rank is sent. */
  readonly rank: number;
  readonly models: readonly string[];
  /** Parameters that are added to the address. */
  readonly query?: Readonly<Record<string, string>> | undefined;
  /** Pieces of an address, which belong to one of the same stem that lacks them. */
  readonly port?: string | undefined;
  readonly path?: string | undefined;
  /** Whether an option sets the port: the command starts a server, on this computer if nothing else is said. */
  readonly isServer?: boolean;
  /** Whether the key is sent as `Authorization: Bearer`, as a request in the text shows. */
  readonly isBearer?: boolean;
}

/** A part that says this. A key of another service than the variable's or the class's says more than these. */
export function partAt(at: number, said: Partial<Part>): Part {
  const part = { rank: 9, models: [], ...said, at, stem: said.stem ?? '' };
  return part.baseUrl === undefined
    ? { ...part, service: serviceOfKey(part.key ?? '') ?? part.service }
    : part;
}

/** More than any text has that somebody wants to connect with. */
const maxParts = 500;

/**
 * Joins what belongs to one address. A part without an address belongs to the last one before it, or else to the first
 * one after it, of those that it can be about. `isOne` if all of it is one object, which has one model and one name.
 */
export function joined(
  parts: readonly Part[],
  { isOne }: { readonly isOne: boolean },
): readonly Part[] {
  const wholes: Part[] = [];
  const add = (part: Part, whole: Part | undefined) => {
    if (whole === undefined) {
      wholes.push(part);
      return;
    }
    const isField = isOne && !isAddressed(part);
    const models = [...new Set([...allModels(whole), ...allModels(part)])];
    const both = merged(whole, part);
    wholes[wholes.indexOf(whole)] = isField ? both : { ...both, models };
  };
  const sorted = parts.toSorted((one, other) => one.at - other.at).slice(0, maxParts);
  for (const part of sorted.filter(isAddressed)) {
    const isSame = (whole: Part) =>
      isSameAddress(addressOf(whole) ?? '', addressOf(part) ?? '') && canShareKey(whole, part);
    add(part, wholes.find(isSame));
  }
  for (const part of sorted.filter((part) => !isAddressed(part))) {
    const fitting = wholes.filter((whole) => canBelong(part, whole));
    add(part, hasKey(part) ? ownerOf(part, fitting, sorted) : nearest(part, fitting));
  }
  return wholes.map((part) =>
    part.isServer === true && !isAddressed(part)
      ? withAddress(part, `http://localhost:${part.port}`)
      : part,
  );
}

function withAddress(part: Part, baseUrl: string): Part {
  return { ...part, baseUrl };
}

/** An address with pieces that it lacks. */
function withPieces({ baseUrl, port, path }: Part): string | undefined {
  const url = URL.parse(baseUrl ?? '');
  if (url === null || url.pathname !== '/' || (port ?? path) === undefined) {
    return baseUrl;
  }
  url.port ||= port ?? '';
  return readAddressText(`${url.origin}/${(path ?? '').replace(/^\//, '')}`)?.baseUrl;
}

/** An address without a path can be completed to every other one of its origin. */
function isSameAddress(one: string, other: string): boolean {
  const [short, long] = one.length < other.length ? [one, other] : [other, one];
  const isOrigin = /^https?:\/\/[^/]*\/?$/.test(short);
  return one === other || (isOrigin && URL.parse(short)?.origin === URL.parse(long)?.origin);
}

function nearest({ at }: Part, fitting: readonly Part[]): Part | undefined {
  const wholes = fitting.some(isAddressed) ? fitting.filter(isAddressed) : fitting;
  return wholes.findLast((whole) => whole.at < at) ?? wholes[0];
}

/**
 * The one to which a key belongs: that of the same key or name, or the only address without a key between this key and
 * the one before or after it. A key goes to no address that is one of several.
 */
function ownerOf(part: Part, fitting: readonly Part[], all: readonly Part[]): Part | undefined {
  const same = fitting.filter(({ stem }) => stem !== '' && stem === part.stem);
  const wholes = same.length > 0 ? same : fitting;
  const keyed = wholes.find((whole) => hasKey(whole) && canShareKey(whole, part));
  const open = wholes.filter(isAddressed);
  if (keyed !== undefined || open.length < 2) {
    return keyed ?? nearest(part, wholes);
  }
  const next = all.find((other) => other.at > part.at && !canShareKey(other, part));
  const before = open.filter(({ at }) => at < part.at);
  const after = open.filter(({ at }) => at < (next?.at ?? Number.POSITIVE_INFINITY));
  const [only, another] = before.length > 0 ? before : after;
  return another === undefined ? only : undefined;
}

/** Whether it says where the connection leads to. */
export function isAddressed(part: PastedConnection): boolean {
  return addressOf(part) !== undefined;
}

export function hasKey({ key = '', keyVariable }: PastedConnection): boolean {
  return key !== '' || keyVariable !== undefined;
}

export function addressOf({ baseUrl, addressTemplate }: PastedConnection): string | undefined {
  return baseUrl ?? addressTemplate;
}

export function allModels({ model, models }: Part): readonly string[] {
  return model === undefined || models.includes(model) ? models : [model, ...models];
}

/** What two parts say together. The first counts where both say something. */
function merged(one: Part, other: Part): Part {
  const key = one.key === undefined || one.key === '' ? (other.key ?? one.key) : one.key;
  const [first, second] = other.rank < one.rank ? [other, one] : [one, other];
  const isLonger = (other.baseUrl ?? '').length > (one.baseUrl ?? '').length;
  const said = Object.entries(one).filter(([, value]) => value !== undefined);
  const both = {
    ...other,
    ...Object.fromEntries(said),
    baseUrl: isLonger ? other.baseUrl : one.baseUrl,
    key,
    keyVariable: key === undefined ? (one.keyVariable ?? other.keyVariable) : undefined,
    model: first.model ?? second.model,
    rank: first.rank,
    models: [...new Set([...one.models, ...other.models])],
    stem: one.stem === '' ? other.stem : one.stem,
    headers: { ...other.headers, ...one.headers },
    secretHeaders: [...new Set([...(one.secretHeaders ?? []), ...(other.secretHeaders ?? [])])],
    extraBody: (one.extraBody ?? other.extraBody) && { ...other.extraBody, ...one.extraBody },
    isBearer: one.isBearer === true || other.isBearer === true,
  };
  return { ...both, baseUrl: withPieces(both) };
}

/** Two keys for one address are two connections. */
function canShareKey(one: Part, other: Part): boolean {
  const isSame = one.key === other.key && one.keyVariable === other.keyVariable;
  return isSame || !hasKey(one) || !hasKey(other);
}

/** Whether a part without an address can be about the same as another: a key must not go elsewhere. */
function canBelong(part: Part, whole: Part): boolean {
  const { service: own, stem } = part;
  const there = whole.baseUrl === undefined ? whole.service : serviceOfAddress(whole.baseUrl);
  if ((part.port ?? part.path) !== undefined && isAddressed(whole)) {
    return part.isServer === true || stem === whole.stem;
  }
  if (own === undefined || !canShareKey(part, whole)) {
    const isSameStem = stem === '' || whole.stem === '' || stem === whole.stem;
    return canShareKey(part, whole) && (!hasKey(part) || isSameStem);
  }
  // A client of OpenAI's library is used for every service.
  const isLibrary =
    own.name === 'OpenAI' &&
    serviceOfKey(part.key ?? '') === undefined &&
    !(hasKey(part) && whole.baseUrl === undefined);
  return there === undefined || own === there || isLibrary;
}
