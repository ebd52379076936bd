import type { Candidate } from './candidate.ts';
import { type NamedService, serviceOfAddress, serviceOfKey } from './servicesByName.ts';
import type { PastedConnection } from './pastedConnection.ts';

/** More than anybody chooses from. */
const maxConnections = 50;

/** Makes connections of what the places of a text say: what belongs to one address becomes one connection. */
export function combine(candidates: readonly Candidate[]): readonly PastedConnection[] {
  const groups: Group[] = [];
  const whole = candidates.slice(0, maxCandidates).map(withOwnService);
  whole.forEach((candidate, place) => {
    if (isAddressed(candidate)) {
      const group = groups.find(
        ({ candidate: other }) =>
          addressOf(other) === addressOf(candidate) && canBeOne(other, candidate),
      );
      addTo(group, { candidate, place }, groups);
    }
  });
  whole.forEach((candidate, place) => {
    if (!isAddressed(candidate)) {
      addTo(
        nearest(
          groups.filter((group) => belongsTo(candidate, group.candidate)),
          place,
        ),
        { candidate, place },
        groups,
      );
    }
  });
  const connections = groups
    .map(({ candidate }) => finished(withAzure(candidate)))
    .filter(isConnection);
  const complete = connections.filter(
    ({ baseUrl, addressTemplate }) => baseUrl !== undefined || addressTemplate !== undefined,
  );
  return (complete.length > 0 ? complete : connections).slice(0, maxConnections);
}

/** What belongs together, at the place where the first of it stands. */
interface Group {
  candidate: Candidate;
  readonly place: number;
}

/** More than any text has that somebody wants to connect with. */
const maxCandidates = 500;

function addTo(group: Group | undefined, part: Group, groups: Group[]): void {
  if (group === undefined) {
    groups.push(part);
  } else {
    group.candidate = merged(group.candidate, part.candidate);
  }
}

/** The last one before a place, or else the first one after it. */
function nearest(groups: readonly Group[], place: number): Group | undefined {
  return groups.findLast((group) => group.place < place) ?? groups[0];
}

function isAddressed({ baseUrl, addressTemplate }: Candidate): boolean {
  return baseUrl !== undefined || addressTemplate !== undefined;
}

function addressOf({ baseUrl, addressTemplate }: Candidate): string | undefined {
  return (baseUrl ?? addressTemplate)?.replace(/\/v1$/, '');
}

/** A key of another service than the variable's or the class's says more than these. */
function withOwnService(candidate: Candidate): Candidate {
  const { baseUrl, key = '', service } = candidate;
  return baseUrl === undefined
    ? { ...candidate, service: serviceOfKey(key) ?? service }
    : candidate;
}

/** Two keys for one address are two connections. */
function canBeOne(one: Candidate, other: Candidate): boolean {
  return (
    one.key === undefined ||
    other.key === undefined ||
    one.key === other.key ||
    one.key === '' ||
    other.key === ''
  );
}

function merged(one: Candidate, other: Candidate): Candidate {
  const key = one.key === undefined || one.key === '' ? (other.key ?? one.key) : one.key;
  const models = [...new Set([...allModels(one), ...allModels(other)])];
  return {
    ...one,
    name:
      one.name === other.name || other.name === undefined
        ? one.name
        : one.name === undefined
          ? other.name
          : undefined,
    baseUrl:
      other.baseUrl?.endsWith('/v1') === true ? other.baseUrl : (one.baseUrl ?? other.baseUrl),
    addressTemplate: one.addressTemplate ?? other.addressTemplate,
    service: one.service ?? other.service,
    key,
    keyVariable: key === undefined ? (one.keyVariable ?? other.keyVariable) : undefined,
    model: one.model ?? other.model,
    models: models.length > 1 ? models : [],
    headers: { ...other.headers, ...one.headers },
    secretHeaders: [...new Set([...(one.secretHeaders ?? []), ...(other.secretHeaders ?? [])])],
    extraBody:
      one.extraBody === undefined && other.extraBody === undefined
        ? undefined
        : { ...other.extraBody, ...one.extraBody },
    usualVariable: one.usualVariable ?? other.usualVariable,
    isBearer: one.isBearer === true || other.isBearer === true,
    ...((one.azure ?? other.azure) === undefined
      ? {}
      : { azure: { ...other.azure, ...one.azure } }),
  };
}

function allModels({ model, models }: Candidate): readonly string[] {
  return model === undefined || models.includes(model) ? models : [model, ...models];
}

/** Whether a part without an address can be about the connection of a group. */
function belongsTo(part: Candidate, group: Candidate): boolean {
  const there = serviceIn(group);
  const own = part.service;
  if (hasKey(part) && hasKey(group) && !isSameKey(part, group)) {
    return false;
  }
  if (own === undefined || there === undefined || own === there) {
    return true;
  }
  // A client of OpenAI's library is used for every service.
  return (
    own.name === 'OpenAI' &&
    serviceOfKey(part.key ?? '') === undefined &&
    !(hasKey(part) && group.baseUrl === undefined)
  );
}

function hasKey({ key = '', keyVariable }: Candidate): boolean {
  return key !== '' || keyVariable !== undefined;
}

function isSameKey(part: Candidate, group: Candidate): boolean {
  const fills = part.key !== undefined && group.key === undefined && part.service === undefined;
  return fills || (part.key === group.key && part.keyVariable === group.keyVariable);
}

function serviceIn({ baseUrl, service }: Candidate): NamedService | undefined {
  return baseUrl === undefined ? service : serviceOfAddress(baseUrl);
}

const azureHost =
  /\.(?:openai\.azure\.com|cognitiveservices\.azure\.com|services\.ai\.azure\.com)$/;

/** Azure's address of its parts, and the header in which it takes a key. */
function withAzure(candidate: Candidate): Candidate {
  const { baseUrl, azure, headers = {}, isBearer = false } = candidate;
  const url = baseUrl === undefined ? null : URL.parse(baseUrl);
  if (
    url === null ||
    !(
      azureHost.test(url.hostname) ||
      (azure !== undefined && serviceOfAddress(url.href) === undefined)
    )
  ) {
    return candidate;
  }
  const hasHeader = Object.keys(headers).some((name) => /^(?:api-key|authorization)$/i.test(name));
  const form: Readonly<Record<string, string>> = isBearer
    ? { Authorization: 'Bearer ${key}' }
    : { 'api-key': '${key}' };
  const withHeader = hasHeader ? headers : { ...headers, ...form };
  const path = url.pathname.replace(/(?<!\/)\/+$/, '');
  const version = url.searchParams.get('api-version') ?? azure?.apiVersion;
  const deployment = azure?.deployment ?? candidate.model;
  if (path !== '' && path !== '/openai' && path !== '/openai/deployments') {
    const isDated = /\/deployments\/[^/]+$/.test(path) && version !== undefined;
    return {
      ...candidate,
      headers: withHeader,
      baseUrl: isDated ? `${url.origin}${path}?api-version=${encoded(version)}` : baseUrl,
    };
  }
  const isDated = deployment !== undefined && version !== undefined && /^\d{4}-/.test(version);
  return {
    ...candidate,
    headers: withHeader,
    model: deployment,
    baseUrl: isDated
      ? `${url.origin}/openai/deployments/${encoded(deployment)}?api-version=${encoded(version)}`
      : `${url.origin}/openai/v1`,
  };
}

/** For a part of a URL. Half of a surrogate pair, which JSON may have, cannot be encoded. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}

/** The connection without what only helped to make it. A service that is known by its name gets its address. */
function finished(candidate: Candidate): PastedConnection {
  const {
    service,
    baseUrl = candidate.addressTemplate === undefined && candidate.azure === undefined
      ? service?.baseUrl
      : undefined,
  } = candidate;
  const known = baseUrl === undefined ? undefined : serviceOfAddress(baseUrl);
  const { key, model, models, headers = {}, secretHeaders = [] } = candidate;
  // `dummy` is no key, but the services on the web that are known need one.
  const isPlaceholder = key === '' && known?.baseUrl.startsWith('https:') === true;
  return {
    name: candidate.name ?? known?.name,
    baseUrl,
    addressTemplate: baseUrl === undefined ? candidate.addressTemplate : undefined,
    key: isPlaceholder ? undefined : key,
    keyVariable: key === undefined ? (candidate.keyVariable ?? candidate.usualVariable) : undefined,
    model: model ?? (models.length === 1 ? models[0] : undefined),
    models: allModels(candidate).length > 1 ? allModels(candidate) : undefined,
    headers: Object.keys(headers).length === 0 ? undefined : headers,
    secretHeaders: secretHeaders.length === 0 ? undefined : secretHeaders,
    extraBody: candidate.extraBody,
  };
}

/** Whether there is anything to connect with: a model alone is not, and neither is a variable of nothing known. */
function isConnection({ baseUrl, addressTemplate, key }: PastedConnection): boolean {
  return (
    baseUrl !== undefined || addressTemplate !== undefined || (key !== undefined && key !== '')
  );
}
