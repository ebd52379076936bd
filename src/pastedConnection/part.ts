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
  /** Whether an option sets the port: the command starts a server. */
  readonly isServer?: boolean | undefined;
  /** Whether the key is sent as `Authorization: Bearer`, as a request in the text shows. */
  readonly isBearer?: boolean | undefined;
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
 * one after it, of those that it can be about; a part of the same name comes first.
 */
export function joined(parts: readonly Part[]): readonly Part[] {
  const wholes: Part[] = [];
  const add = (part: Part, whole: Part | undefined) => {
    if (whole === undefined) {
      wholes.push(part);
      return;
    }
    wholes[wholes.indexOf(whole)] = merged(whole, part);
  };
  const sorted = parts.toSorted((one, other) => one.at - other.at).slice(0, maxParts);
  const addressed = sorted.filter(isAddressed);
  for (const part of addressed) {
    add(
      part,
      wholes.find((whole) => isSameAddress(whole, part) && canShareKey(whole, part)),
    );
  }
  // A key without a name that tells its service has that one's.
  const isNamed = ({ stem, service }: Part) =>
    addressed.some(({ stem: name, baseUrl = '' }) =>
      stem === '' && service !== undefined ? serviceOfAddress(baseUrl) === service : name === stem,
    );
  const others = sorted.filter((part) => !isAddressed(part));
  for (const part of [...others.filter(isNamed), ...others.filter((part) => !isNamed(part))]) {
    const fitting = wholes.filter((whole) => canBelong(part, whole));
    add(part, hasKey(part) ? ownerOf(part, fitting, sorted) : nearest(part, fitting));
  }
  return wholes.map(withServer);
}

/** A server that is started runs on this computer if nothing else is said. */
function withServer(part: Part): Part {
  const isHere = part.isServer === true && !isAddressed(part);
  return isHere ? { ...part, baseUrl: `http://localhost:${part.port}` } : part;
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
function isSameAddress(one: Part, other: Part): boolean {
  const [short = '', long = ''] = [one, other]
    .map((part) => addressOf(part) ?? '')
    .toSorted((a, b) => a.length - b.length);
  const isOrigin = /^https?:\/\/[^/]*\/?$/.test(short);
  return short === long || (isOrigin && URL.parse(short)?.origin === URL.parse(long)?.origin);
}

function nearest({ at, stem }: Part, fitting: readonly Part[]): Part | undefined {
  const addressed = fitting.filter(isAddressed);
  // What is named after another thing is less likely meant.
  const plain = addressed.filter(
    (one) => one.service !== undefined || ['', stem].includes(one.stem),
  );
  const wholes = [plain, addressed, fitting].find(({ length }) => length > 0) ?? [];
  return wholes.findLast((whole) => whole.at < at) ?? wholes[0];
}

/**
 * The one to which a key belongs: that of the same key or name, or the only address without a key between this key and
 * the one before or after it. A key goes to no address that is one of several.
 */
function ownerOf(part: Part, fitting: readonly Part[], all: readonly Part[]): Part | undefined {
  const same = fitting.filter(({ stem }) => stem !== '' && stem === part.stem);
  const wholes = same.length > 0 ? same : fitting;
  const keyed = wholes.find(hasKey);
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

/** What two parts say together. The first counts where both say something, but an empty key says nothing. */
function merged(one: Part, other: Part): Part {
  const said = Object.entries(one).filter(([, value]) => value !== undefined);
  const both: Part = { ...other, ...Object.fromEntries(said) };
  const { model, rank } = other.rank < one.rank ? { ...both, ...other } : both;
  const isLonger = (other.baseUrl ?? '').length > (one.baseUrl ?? '').length;
  const whole = {
    ...both,
    baseUrl: isLonger ? other.baseUrl : one.baseUrl,
    key: one.key === '' ? (other.key ?? '') : both.key,
    model: model ?? both.model,
    rank,
    // What stands at an address of its own is another model, and not another name of it.
    models: [
      ...new Set(
        isAddressed(other)
          ? [...allModels(one), ...allModels(other)]
          : [...one.models, ...other.models],
      ),
    ],
    headers: { ...other.headers, ...one.headers },
  };
  return { ...whole, baseUrl: withPieces(whole) };
}

/** Two keys for one address are two connections. */
function canShareKey(one: Part, other: Part): boolean {
  const isSame = one.key === other.key && one.keyVariable === other.keyVariable;
  return isSame || !hasKey(one) || !hasKey(other);
}

/** Whether a part without an address can be about the same as another: a key must not go elsewhere. */
function canBelong(part: Part, whole: Part): boolean {
  const { service: own, stem } = part;
  const isSameStem = stem === whole.stem;
  if ((part.port ?? part.path) !== undefined && isAddressed(whole)) {
    return part.isServer === true || isSameStem;
  }
  if (!canShareKey(part, whole)) {
    return false;
  }
  if (own === undefined) {
    return !hasKey(part) || isSameStem || stem === '' || whole.stem === '';
  }
  const there = whole.baseUrl === undefined ? whole.service : serviceOfAddress(whole.baseUrl);
  // A client of OpenAI's library is used for every service, but not its key.
  const isLibrary = own.name === 'OpenAI' && serviceOfKey(part.key ?? '') === undefined;
  const isElsewhere = hasKey(part) && whole.baseUrl === undefined;
  return there === undefined || own === there || (isLibrary && !isElsewhere);
}
