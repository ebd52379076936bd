import { isRecord, isString } from '../shared/guards.ts';
import { accountAddress, isLikelyService, readAddressText } from './addressText.ts';
import { headerPairs, readHeaders } from './headerFields.ts';
import type { Atom, Group, Item } from './item.ts';
import { defaultIn, isLikelyKey, readKeyText } from './keyText.ts';
import { type Label, labelOf } from './labels.ts';
import type { Part } from './part.ts';
import { serviceOfAddress, serviceOfName } from './servicesByName.ts';
import type { Values } from './values.ts';

/** What the place of a value says about it. */
export interface Hints {
  readonly name?: string | undefined;
  /** Whether it is in an entry of a list of models, or of one that has a key and an ID. */
  readonly isModel?: boolean;
  /** Model IDs begin with a provider, as LiteLLM has them. */
  readonly hasProviderInModel?: boolean;
}

const maxModels = 500;

/** What a value says by its label; several of a list. Headers are read together, see `headersIn`. */
export function saidBy(
  { role, rank, service, words }: Label,
  { label: name = '', atoms, isOption = false }: Item,
  values: Values,
  hints: Hints,
): readonly Partial<Part>[] {
  const texts = values.texts(atoms);
  const [text = ''] = texts;
  switch (role) {
    case 'address': {
      const account = accountAddress(words, text);
      const found = lists(name, atoms, values).flatMap(firstAddress);
      return account === undefined ? found : [{ baseUrl: account }];
    }
    case 'port':
      return /^\d{2,5}$/.test(text) ? [{ port: text, isServer: isOption }] : [];
    case 'key': {
      const found = lists(name, atoms, values).flatMap(firstKey);
      // The name of a service's own variable says enough, even where its value is a placeholder.
      const [, keyVariable] = /(?:^|\W)([A-Z][A-Z\d_]+)$/.exec(name) ?? [];
      const isNamed = found.length === 0 && service !== undefined && keyVariable !== undefined;
      return isNamed ? [{ keyVariable }] : found;
    }
    case 'keyVariable': {
      const [, keyVariable] = /^(?:\$\{)?([A-Z][A-Z\d_]{1,200})\}?$/.exec(text) ?? [];
      return keyVariable === undefined ? [] : [{ keyVariable }];
    }
    case 'user':
      return [readHeaders([['Authorization', basicOf(text)]])];
    case 'model': {
      const ids = values.groups(atoms).flatMap((group) => idOf(values.json([group])) ?? []);
      return modelOf(
        [...texts.map((one) => defaultIn(one) ?? one), ...ids],
        rank + (isOption ? 0.5 : 0),
        hints,
      );
    }
    case 'id':
    case 'name':
      return hints.isModel === true
        ? modelOf(texts.filter(isModelId), role === 'id' ? 6 : 7, hints)
        : [];
    case 'models':
      return [{ models: modelIds([...texts, values.json(atoms)]).slice(0, maxModels) }];
    case 'provider':
      return texts.flatMap((text) => serviceOfName(text) ?? []).map((service) => ({ service }));
    case 'apiVersion':
      return /^\d{4}-/.test(text) ? [{ apiVersion: text }] : [];
    case 'extraBody':
      return values.groups(atoms).map((group) => extraOf(values.json([group])));
    default:
      return [];
  }
}

/** The texts that a value can be; of a list, or a text with separators, those of each item. */
function lists(
  name: string,
  atoms: readonly Atom[],
  values: Values,
): readonly (readonly string[])[] {
  if (!/s$/i.test(name)) {
    return [values.texts(atoms)];
  }
  const items = atoms.flatMap((atom) => (atom.kind === 'group' ? atom.items : { atoms: [atom] }));
  const texts = items.flatMap((item) => values.texts(item.atoms));
  const each = texts.flatMap((text) => text.split(/[;,]/));
  return each.map((text) => [text.trim()]).slice(0, 50);
}

function firstKey(texts: readonly string[]): Partial<Part> | readonly [] {
  const read = texts.map(readKeyText);
  return read.find(({ key, keyVariable }) => (key ?? keyVariable) !== undefined) ?? [];
}

function firstAddress(texts: readonly string[]): Partial<Part> | readonly [] {
  const read = texts.flatMap((text) => addressIn(defaultIn(text) ?? text));
  return read.find(({ baseUrl }) => baseUrl !== undefined) ?? read[0] ?? [];
}

/** What an address in a text says. */
function addressIn(text: string): readonly Partial<Part>[] {
  if (/^\/[\w./-]+$|^v\d[\w./-]*$/.test(text)) {
    return [{ path: text }];
  }
  // A server that listens at all addresses says none.
  const { key, ...address } = (text === '0.0.0.0' ? undefined : readAddressText(text)) ?? {};
  const isAny = (address.baseUrl ?? address.addressTemplate) !== undefined;
  return isAny ? [{ ...address, ...readKeyText(key ?? '') }] : [];
}

/** The headers of a group. All up to one that comes again are read together: only one of them holds the key. */
export function headersIn(
  items: readonly Item[],
  values: Values,
): readonly (readonly [first: Item, Partial<Part>])[] {
  const runs: { readonly first: Item; readonly all: Map<string, Item> }[] = [];
  for (const [nth, item] of items.entries()) {
    const { role, words } = labelOf(item.label ?? '');
    const name = role === 'header' ? words : `${nth}`;
    const run = runs.at(-1);
    if (run === undefined || run.all.has(name)) {
      runs.push({ first: item, all: new Map([[name, item]]) });
    } else {
      run.all.set(name, item);
    }
  }
  return runs.map(({ first, all }) => {
    const pairs = [...all.values()].flatMap(({ label = '', atoms }) =>
      labelOf(label).role === 'header'
        ? [[label.replace(/^.*[.\s]/, ''), values.texts(atoms).join(' ')] as const]
        : headerPairs([
            ...values.groups(atoms).map((group) => values.json([group])),
            ...values.texts(atoms),
          ]),
    );
    return [first, readHeaders(pairs)];
  });
}

/** RFC 7617. A reference to a variable is no user name. */
function basicOf(user: string): string {
  return user.includes('$') || !/^[\u0020-\u007e]{1,2000}$/.test(user)
    ? 'Basic <user>'
    : `Basic ${btoa(user)}`;
}

/** Prefixes of model IDs that name an interface, not a service. */
const interfacePrefix =
  /^(?:custom_openai|openai_like|litellm_proxy|hosted_vllm|ollama_chat|custom|llamafile)$/;

function modelOf(
  ids: readonly string[],
  rank: number,
  { hasProviderInModel = false }: Hints,
): readonly Partial<Part>[] {
  // One in quotes can have spaces in it.
  const model = ids.find((id) => isModelId(id.replaceAll(/(?<=\w) (?=\w)/g, '-')));
  const [, prefix = '', rest = ''] = /^([^/]*)\/(.*)$/.exec(model ?? '') ?? [];
  const service = serviceOfName(prefix);
  const isPrefixed = hasProviderInModel && (service !== undefined || interfacePrefix.test(prefix));
  const place = model?.includes(' ') === true ? rank + 3 : rank;
  const said = isPrefixed ? { model: rest, rank: place, service } : { model, rank: place };
  return said.model === undefined ? [] : [said];
}

/** Whether a text can be the ID of a model, and is no reference to one. */
function isModelId(text: string): boolean {
  return (
    /^(?=.*\p{L}).{1,300}$/u.test(text) &&
    !/^[<$%{[-]|[\s<>{}]|:\/\/|\.{3}|…|^your[-_ ]|^YOUR|^(?:MODEL(?:_\w+)?|model|model[-_](?:id|name)|AUTODETECT)$/.test(
      text,
    )
  );
}

/** The ID of an entry of a list of models. */
function idOf(value: unknown): string | undefined {
  const entry = isRecord(value) ? value : {};
  return ['id', 'model', 'name', 'slug', 'default'].map((name) => entry[name]).find(isString);
}

/** The IDs in a list of models: texts, perhaps with commas, objects with an ID, or objects by ID. */
function modelIds(values: readonly unknown[]): readonly string[] {
  const all = values.flatMap((value) => {
    if (!isRecord(value)) {
      return Array.isArray(value) ? modelIds(value) : isString(value) ? value.split(/[,，、]/) : [];
    }
    const { default: list, fetch: _fetch, ...byId } = value;
    return idOf(value) ?? (Array.isArray(list) ? modelIds(list) : Object.keys(byId));
  });
  return [...new Set(all.map((id) => id.trim().replace(/^\+|=.*$/g, '')).filter(isModelId))];
}

const maxBodyLength = 16_384;

/** Fields of a request that are settings: complete, small, and without what looks like a secret. */
export function extraOf(fields: unknown): Partial<Part> {
  const settings = Object.entries(isRecord(fields) ? fields : {}).filter(([name, value]) => {
    const json = JSON.stringify({ [name]: value });
    const isSafe = !json.includes('${') && !secretInJson.test(json);
    return value !== undefined && value !== null && isSafe;
  });
  const extraBody = Object.fromEntries(settings);
  const isSmall = settings.length > 0 && JSON.stringify(extraBody).length <= maxBodyLength;
  return isSmall ? { extraBody } : {};
}

/** Something in JSON that looks like a key or a header with one: text that is cut can have it anywhere. */
const secretInJson =
  /"[^"]{0,60}(?:authorization|key|token|secret|password|headers)"|bearer\s|[":](?:sk-|gsk_|xai-|hf_|AIza)/i;

/** Whether an atom after a label has the form of its value. */
export function isValueOf({ role }: Label, atom: Atom): boolean {
  if (atom.kind === 'group') {
    return false;
  }
  const { kind, text } = atom;
  switch (role) {
    case 'address':
      return /:\/\/|^\/|^[\w-]+(?:\.[\w-]+)+(?:[:/]|$)|^localhost/.test(text);
    case 'key': {
      const isMixed = /^(?=.*\d)(?=.*[a-z])[^:/]{6,}$/i.test(text);
      return (kind === 'text' || isMixed) && readKeyText(text).key !== undefined;
    }
    case 'port':
      return /^\d{2,5}$/.test(text);
    case 'model':
      return (kind === 'text' || /[\d/-]/.test(text)) && isModelId(text);
    default:
      return kind === 'text' && /^(?:header|name|provider)$/.test(role ?? '');
  }
}

/** What a text says by its form alone: an address that looks like that of a service, and a key that `isPlain`. */
export function saidByForm(
  whole: string,
  { form, isPlain }: { readonly form: Group['form']; readonly isPlain: boolean },
): readonly Partial<Part>[] {
  const text = whole.replace(/(?<![.,:!?])[.,:!?]+$/, '');
  const isPath = form === 'command' && /(?<=.)\/(?:v\d|chat|openai)/.test(text);
  const [address] = /^https?:\/\//i.test(text) || isPath ? addressIn(text) : [];
  if (address !== undefined) {
    const { baseUrl = '' } = address;
    const isKnown = serviceOfAddress(baseUrl) !== undefined && /^https?:\/\/api\.|\/v\d/.test(text);
    const isService = isKnown || isPath || isLikelyService(baseUrl) || isLikelyService(text);
    return isService && (isPath || baseUrl !== '') ? [address] : [];
  }
  // `Agent("openai:gpt-5")`.
  const [, prefix = '', model] = /^([a-z-]{2,20}):([\w./-]{2,100})$/.exec(text) ?? [];
  const service = form === 'call' ? serviceOfName(prefix) : undefined;
  if (service !== undefined) {
    return [{ service, model, rank: 5 }];
  }
  const header = /^bearer \S+$/i.test(text) ? `Authorization: ${text}` : text;
  if (/^(?:authorization|[\w-]*api-key): \S/i.test(header)) {
    return [readHeaders(headerPairs(header))];
  }
  const { key = '' } = isPlain && isLikelyKey(text) ? readKeyText(text) : {};
  return key === '' ? [] : [{ key }];
}
