import { isRecord, isString } from '../shared/guards.ts';
import { accountAddress, isLikelyService, readAddressText } from './addressText.ts';
import { headerPairs, readHeaders } from './headerFields.ts';
import type { Atom, Group, Item } from './groups.ts';
import { isLikelyKey, readKeyText } from './keyText.ts';
import { type Label, labelOf } from './labels.ts';
import type { Part } from './part.ts';
import { serviceOfName } from './servicesByName.ts';
import type { Values } from './values.ts';

/** What a value says, or each of several. */
type Said = readonly Partial<Part>[];

const maxModels = 500;

/**
 * What a value says by its label; several of a list. Headers are read together, see `readHeaders`. `isOfModel` if an ID
 * and a name beside it are those of a model.
 */
export function saidBy(
  { role, rank, service, words }: Label,
  { label: name = '', atoms }: Item,
  values: Values,
  isOfModel = false,
): Said {
  const texts = values.texts(atoms);
  const [text = ''] = texts;
  const isOption = name.startsWith('-');
  switch (role) {
    case 'address': {
      const account = accountAddress(words, text);
      return account === undefined ? each(addressIn, name, atoms, values) : [{ baseUrl: account }];
    }
    case 'port':
      return /^\d{2,5}$/.test(text) ? [{ port: text, isServer: isOption }] : [];
    case 'key': {
      const found = each((one) => [readKeyText(decoded(one))], name, atoms, values);
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
      return isOption ? [readHeaders([['Authorization', basicOf(text)]])] : [];
    case 'model': {
      const entries = atoms.filter((atom) => atom.kind === 'group' && atom.form !== 'call');
      const ids = [...texts, idOf(values.json(entries)) ?? ''];
      return modelOf(ids, rank + (isOption ? 0.5 : 0), values);
    }
    case 'id':
    case 'name':
      return isOfModel ? modelOf(texts.filter(isModelId), role === 'id' ? 6 : 7, values) : [];
    case 'models':
      return [{ models: modelIds([...texts, values.json(atoms)]).slice(0, maxModels) }];
    case 'provider':
      return texts.flatMap((text) => serviceOfName(text) ?? []).map((service) => ({ service }));
    case 'query':
      return [{ query: Object.fromEntries(headerPairs(values.json(atoms))) }];
    case 'apiVersion':
      return /^\d{4}-/.test(text) ? [{ query: { 'api-version': text } }] : [];
    case 'extraBody':
      return [extraOf(values.json(atoms))];
    default:
      return [];
  }
}

/** What the first usable text of a value says; of a list, or a text with separators, that of each item. */
function each(
  read: (text: string) => Said,
  name: string,
  atoms: readonly Atom[],
  values: Values,
): Said {
  const isList = /s$/i.test(name);
  const items = atoms.flatMap((atom) => (atom.kind === 'group' ? atom.items : { atoms: [atom] }));
  const texts = isList
    ? items.flatMap((item) => values.texts(item.atoms)).flatMap((text) => text.split(/[;,]/))
    : values.texts(atoms);
  const said = texts
    .flatMap((text) => read(text.trim()))
    .filter((one) => Object.keys(one).length > 0);
  const best = said.find(({ addressTemplate, path }) => (addressTemplate ?? path) === undefined);
  return isList ? said.slice(0, 50) : [best ?? said[0] ?? []].flat();
}

/** Kubernetes keeps keys as base64 of their text. */
function decoded(text: string): string {
  const isBase64 = text.length % 4 === 0 && /^[A-Za-z\d+/]{8,8000}={0,2}$/.test(text);
  const plain = isBase64 ? atob(text) : '';
  return isLikelyKey(plain) ? plain : text;
}

/** What an address in a text says. */
function addressIn(text: string): Said {
  if (/^\/[\w./-]+$|^v\d[\w./-]*$/.test(text)) {
    return [{ path: text }];
  }
  // A server that listens at all addresses says none.
  const { key, ...address } = (text === '0.0.0.0' ? undefined : readAddressText(text)) ?? {};
  const isAny = (address.baseUrl ?? address.addressTemplate) !== undefined;
  return isAny ? [{ ...address, ...readKeyText(key ?? '') }] : [];
}

/** The headers that a value is. */
export function headersIn(
  { label = '', atoms }: Item,
  values: Values,
): readonly (readonly [name: string, value: string])[] {
  const { role, words } = labelOf(label);
  if (role === 'header') {
    const texts = atoms.flatMap((atom) => values.texts([atom]));
    return [[label.replace(/^.*[.\s]/, ''), texts.join(' ')]];
  }
  const pairs = atoms.flatMap((atom) => headerPairs(values.json([atom])));
  // `env_http_headers` has the names of variables.
  return /\benv\b/.test(words) ? pairs.map(([name, text]) => [name, `\${${text}}`]) : pairs;
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

function modelOf(ids: readonly string[], rank: number, { hasProviderInModel }: Values): Said {
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
    const { default: list, ...byId } = value;
    return idOf(value) ?? (Array.isArray(list) ? modelIds(list) : Object.keys(byId));
  });
  return [...new Set(all.map((id) => id.trim().replace(/^\+|=.*$/g, '')).filter(isModelId))];
}

const maxBodyLength = 16_384;

/** Something in JSON that looks like a key or a header with one: text that is cut can have it anywhere. */
const secretInJson =
  /"[^"]{0,60}(?:authorization|key|token|secret|password|headers)"|bearer\s|[":](?:sk-|gsk_|xai-|hf_|AIza)/i;

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

/** What a text says by its form alone: an address like that of a service, a header, and a key where it `isPlain`. */
export function saidByForm(
  text: string,
  { form, isPlain }: { readonly form: Group['form']; readonly isPlain: boolean },
): Said {
  const isPath =
    /^(?:[\w.-]+(?::\d+)?|\$\{?\w+\}?|\{\{\w+\}\})\/(?:\S*\/)?(?:v\d|chat|openai)/.test(text);
  const [address] = /^https?:\/\//i.test(text) || isPath ? addressIn(text) : [];
  if (address !== undefined) {
    const { baseUrl = '' } = address;
    const isService = isLikelyService(baseUrl) || isLikelyService(text);
    return (isService && baseUrl !== '') || (isPath && baseUrl === '') ? [address] : [];
  }
  // `Agent("openai:gpt-5")`.
  const [, prefix = '', model] = /^([a-z-]{2,20}):([\w./-]{2,100})$/.exec(text) ?? [];
  const service = form === 'call' ? serviceOfName(prefix) : undefined;
  if (service !== undefined) {
    return [{ service, model, rank: 5 }];
  }
  const header = /^bearer \S+$/i.test(text) ? `Authorization: ${text}` : text;
  if (/^(?:authorization|[\w-]*api-key): ?\S/i.test(header)) {
    return [readHeaders(headerPairs(header))];
  }
  const { key = '' } = isPlain && isLikelyKey(text) ? readKeyText(text) : {};
  return key === '' ? [] : [{ key }];
}
