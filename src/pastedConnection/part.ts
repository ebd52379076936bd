import type { PastedConnection } from './pastedConnection.ts';
import { type NamedService, serviceOfAddress, serviceOfKey } from './servicesByName.ts';

/** What one labelled value says about a connection, or several of them together. */
export interface Part extends PastedConnection {
  /** Its place among the others. */
  readonly at: number;
  /** Whose it is, by the words of its label. */
  readonly stem: string;
  /** Whose address and variables are meant where there is no address. */
  readonly service?: NamedService | undefined;
  /** Of several models, the one with the lowest rank is sent. */
  readonly rank: number;
  readonly models: readonly string[];
  /** Present if the text is about Azure: its addresses are made of parts. */
  readonly azure?: { readonly apiVersion?: string; readonly deployment?: string } | undefined;
  /** The variable that the libraries of the service read if nothing else is said. */
  readonly usualVariable?: string | undefined;
  /** Whether the key is sent as `Authorization: Bearer`, as a request in the text shows. */
  readonly isBearer?: boolean;
  /** What settings call it. */
  readonly id?: string | undefined;
}

/** A part that says this. */
export function partAt(at: number, said: Partial<Part>): Part {
  return { at, stem: '', rank: 9, models: [], ...said };
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
    } else {
      const both = merged(whole, part);
      const models = [...new Set([...allModels(whole), ...allModels(part)])];
      wholes[wholes.indexOf(whole)] =
        isOne && !isAddressed(part) ? both : { ...both, name: oneName(whole, part), models };
    }
  };
  const sorted = parts
    .map(withOwnService)
    .toSorted((one, other) => one.at - other.at)
    .slice(0, maxParts);
  for (const part of sorted.filter(isAddressed)) {
    add(
      part,
      wholes.find((whole) => addressOf(whole) === addressOf(part) && canBeOne(whole, part)),
    );
  }
  for (const part of sorted.filter((part) => !isAddressed(part))) {
    const fitting = wholes.filter((whole) => canBelong(part, whole));
    const same = part.key === undefined ? undefined : fitting.find(({ key }) => key === part.key);
    add(part, same ?? fitting.findLast(({ at }) => at < part.at) ?? fitting[0]);
  }
  return wholes;
}

/** Whether it says where the connection leads to. */
export function isAddressed({ baseUrl, addressTemplate }: Part): boolean {
  return baseUrl !== undefined || addressTemplate !== undefined;
}

/** Whether it says where the connection leads to, if only by the name of a service. */
export function isPlaced(part: Part): boolean {
  const { service, azure, key, keyVariable, model, models } = part;
  const isSaid = (key ?? keyVariable ?? model) !== undefined || models.length > 0;
  return isAddressed(part) || ((service ?? azure) !== undefined && isSaid);
}

export function hasKey({ key = '', keyVariable }: PastedConnection): boolean {
  return key !== '' || keyVariable !== undefined;
}

export function addressOf({ baseUrl, addressTemplate }: PastedConnection): string | undefined {
  return (baseUrl ?? addressTemplate)?.replace(/\/v1$/, '');
}

export function allModels({ model, models }: Part): readonly string[] {
  return model === undefined || models.includes(model) ? models : [model, ...models];
}

/** A key of another service than the variable's or the class's says more than these. */
function withOwnService(part: Part): Part {
  const service = serviceOfKey(part.key ?? '') ?? part.service;
  return part.baseUrl === undefined ? { ...part, service } : part;
}

/** Two keys for one address are two connections. */
function canBeOne(one: Part, other: Part): boolean {
  const [key = '', another = ''] = [one.key, other.key];
  return key === '' || another === '' || key === another;
}

function oneName(one: Part, other: Part): string | undefined {
  const isSame = one.name === undefined || other.name === undefined || one.name === other.name;
  return isSame ? (one.name ?? other.name) : undefined;
}

/** What two parts say together. The first counts where both say something. */
function merged(one: Part, other: Part): Part {
  const key = one.key === undefined || one.key === '' ? (other.key ?? one.key) : one.key;
  const keyVariable = key === undefined ? (one.keyVariable ?? other.keyVariable) : undefined;
  const [first, second] = other.rank < one.rank ? [other, one] : [one, other];
  const isWhole = other.baseUrl?.endsWith('/v1') === true;
  return {
    ...other,
    ...Object.fromEntries(Object.entries(one).filter(([, value]) => value !== undefined)),
    baseUrl: isWhole ? other.baseUrl : (one.baseUrl ?? other.baseUrl),
    key,
    keyVariable,
    model: first.model ?? second.model,
    rank: first.rank,
    models: [...new Set([...one.models, ...other.models])],
    stem: one.stem === '' ? other.stem : one.stem,
    headers: { ...other.headers, ...one.headers },
    secretHeaders: [...new Set([...(one.secretHeaders ?? []), ...(other.secretHeaders ?? [])])],
    extraBody: (one.extraBody ?? other.extraBody) && { ...other.extraBody, ...one.extraBody },
    azure: (one.azure ?? other.azure) && { ...other.azure, ...one.azure },
    isBearer: one.isBearer === true || other.isBearer === true,
  };
}

/** Whether a part without an address can be about the same as another: a key must not go elsewhere. */
function canBelong(part: Part, whole: Part): boolean {
  const there = whole.baseUrl === undefined ? whole.service : serviceOfAddress(whole.baseUrl);
  const own = part.service;
  const isSameKey =
    (part.key === whole.key && part.keyVariable === whole.keyVariable) ||
    (part.key !== undefined && whole.key === undefined && own === undefined);
  if (hasKey(part) && hasKey(whole) && !isSameKey) {
    return false;
  }
  if (own === undefined) {
    return !hasKey(part) || part.stem === '' || whole.stem === '' || part.stem === whole.stem;
  }
  // A client of OpenAI's library is used for every service.
  const isLibrary =
    own.name === 'OpenAI' &&
    serviceOfKey(part.key ?? '') === undefined &&
    !(hasKey(part) && whole.baseUrl === undefined);
  return there === undefined || own === there || isLibrary;
}
