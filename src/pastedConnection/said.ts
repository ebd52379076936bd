import { accountAddress, isLikelyService, readAddressText } from './addressText.ts';
import { type Pair, readHeaders } from './headerFields.ts';
import { isLikelyKey, readKeyText } from './keyText.ts';
import { type Label, labelOf } from './labels.ts';
import type { Names } from './names.ts';
import type { Part } from './part.ts';
import { serviceOfName } from './servicesByName.ts';
import { isValue, type Node } from './tree.ts';

/** What a value says, or each of several. */
type Said = readonly Partial<Part>[];

const maxModels = 500;

/** What values say by their label; several of a list. Headers are read together, see `readHeaders`. */
export function saidBy(
  { role, rank, service, words }: Label,
  { text: name, items }: Node,
  names: Names,
): Said {
  const texts = names.texts(items);
  const [text = ''] = texts;
  const isOption = name.startsWith('-');
  switch (role) {
    case 'address': {
      const account = accountAddress(words, text);
      return account === undefined ? each(addressIn, name, texts) : [{ baseUrl: account }];
    }
    case 'port':
      return /^\d{2,5}$/.test(text) ? [{ port: text, isServer: isOption || undefined }] : [];
    case 'key': {
      const found = each((one) => [readKeyText(decoded(one))], name, texts);
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
      const ids = [...texts, ...items.flatMap((item) => idsOf(item, names))];
      return modelOf(ids, rank + (isOption ? 0.5 : 0), names);
    }
    case 'models': {
      // `and` and its like stand between two.
      const listed = items.filter((item) => items.length < 2 || !/^\p{L}{1,3}$/u.test(item.text));
      return [{ models: [...new Set(modelIds(listed, names))].slice(0, maxModels) }];
    }
    case 'provider':
      return texts.flatMap((one) => serviceOfName(one) ?? []).map((one) => ({ service: one }));
    case 'query':
      return [{ query: Object.fromEntries(pairsIn(items, names)) }];
    case 'apiVersion':
      return /^\d{4}-/.test(text) ? [{ query: { 'api-version': text } }] : [];
    case 'extraBody':
      return [extraOf(items, names)];
    default:
      return [];
  }
}

/** What the first usable text says; of a list, or a text with separators, that of each item. */
function each(read: (text: string) => Said, name: string, texts: readonly string[]): Said {
  const isList = /s$/i.test(name);
  const said = (isList ? texts.flatMap((text) => text.split(/[;,]/)) : texts)
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

/** The headers that a label says. */
export function headersIn({ text: label, items }: Node, names: Names): readonly Pair[] {
  const { role, words } = labelOf(label);
  if (role === 'header') {
    const texts = items.flatMap((item) => names.texts([item]));
    return [[label.replace(/^.*[.\s]/, ''), texts.join(' ')]];
  }
  const pairs = pairsIn(items, names);
  // `env_http_headers` has the names of variables.
  return /\benv\b/.test(words) ? pairs.map(([name, text]) => [name, `\${${text}}`]) : pairs;
}

/** Headers or parameters: labels with their values, `Name: value`, `{name: …, value: …}`, or one text after the other. */
function pairsIn(items: readonly Node[], names: Names, depth = 0): readonly Pair[] {
  const nodes = items.flatMap((item) => names.meant(item, depth));
  const texts = nodes.map((item) => (isValue(item) ? (names.texts([item])[0] ?? '') : ''));
  const [name = '', value = ''] = texts;
  if (nodes.length === 2 && /^[\w-]+$/.test(name) && value !== '') {
    return [[name, value]];
  }
  const named = (label: string) =>
    nodes.find(({ form, text }) => form === 'label' && text === label)?.items ?? [];
  const [own, other] = [...named('name'), ...named('key')].slice(0, 1).concat(named('value'));
  if (own !== undefined && other !== undefined) {
    return [[names.texts([own])[0] ?? '', names.texts([other])[0] ?? '']];
  }
  return nodes.flatMap((node, nth): readonly Pair[] => {
    const [, before, after = ''] = /^([^:]+):(.*)$/s.exec(texts[nth] ?? '') ?? [];
    return before !== undefined
      ? [[before.trim(), after.trim()]]
      : node.form === 'label'
        ? [[node.text, names.texts(node.items)[0] ?? '']]
        : pairsIn(node.items, names, depth + 1);
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

function modelOf(ids: readonly string[], rank: number, { hasProviderInModel }: Names): Said {
  const model = ids.find(isModelId);
  const [, prefix = '', rest = ''] = /^([^/]*)\/(.*)$/.exec(model ?? '') ?? [];
  const service = serviceOfName(prefix);
  const isPrefixed = hasProviderInModel && (service !== undefined || interfacePrefix.test(prefix));
  return model === undefined ? [] : [isPrefixed ? { model: rest, rank, service } : { model, rank }];
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

/** The IDs of an entry of a list of models. */
function idsOf({ items }: Node, names: Names): readonly string[] {
  const [id] = ['id', 'model', 'name', 'slug', 'default'].flatMap((name) =>
    items.filter(({ form, text }) => form === 'label' && text === name),
  );
  return names.texts(id?.items ?? []);
}

/** The IDs in a list of models: texts, perhaps with commas, entries with an ID, or entries by ID. */
function modelIds(items: readonly Node[], names: Names, depth = 0): readonly string[] {
  return items
    .flatMap((item) => names.meant(item, depth))
    .flatMap((item): readonly string[] => {
      if (isValue(item)) {
        return names.texts([item]).flatMap((text) => text.split(/[,，、]/));
      }
      const ids = idsOf(item, names);
      return ids.length > 0
        ? ids
        : item.form === 'label'
          ? [item.text]
          : modelIds(item.items, names, depth + 1);
    })
    .map((id) => id.trim().replace(/^\+|=.*$/g, ''))
    .filter(isModelId);
}

const maxBodyLength = 16_384;

/** Something in JSON that looks like a key or a header with one: text that is cut can have it anywhere. */
const secretInJson =
  /"[^"]{0,60}(?:authorization|key|token|secret|password|headers)"|bearer\s|[":](?:sk-|gsk_|xai-|hf_|AIza)/i;

/** Fields of a request that are settings: complete, small, and without what looks like a secret. */
export function extraOf(items: readonly Node[], names: Names): Partial<Part> {
  const settings = Object.entries(names.json(items) ?? {}).filter(([name, value]) => {
    const json = JSON.stringify({ [name]: value });
    return (
      value !== undefined && value !== null && !json.includes('${') && !secretInJson.test(json)
    );
  });
  const extraBody = Object.fromEntries(settings);
  const isSmall = settings.length > 0 && JSON.stringify(extraBody).length <= maxBodyLength;
  return isSmall ? { extraBody } : {};
}

/** What a text says by its form alone: an address like that of a service, a header, and a key where it `isPlain`. */
export function saidByForm(text: string, isPlain: boolean): Said {
  const isPath =
    /^(?:[\w.-]+(?::\d+)?|\$\{?\w+\}?|\{\{\w+\}\})\/(?:\S*\/)?(?:v\d|chat|openai)/.test(text);
  const [address] = /^https?:\/\//i.test(text) || isPath ? addressIn(text) : [];
  if (address !== undefined) {
    const { baseUrl = '' } = address;
    const isService = isLikelyService(baseUrl) || isLikelyService(text);
    return (isService && baseUrl !== '') || (isPath && baseUrl === '') ? [address] : [];
  }
  // `Agent("openai:gpt-5")`.
  const [, provider = '', model] = /^([a-z-]{2,20}):([\w./-]{2,100})$/.exec(text) ?? [];
  const service = serviceOfName(provider);
  if (service !== undefined) {
    return [{ service, model, rank: 5 }];
  }
  const [, name = 'Authorization', value = ''] =
    /^(?:(authorization|[\w-]*api-key): ?|(?=bearer ))(\S.*)$/i.exec(text) ?? [];
  if (value !== '') {
    return [readHeaders([[name, value]])];
  }
  const { key = '' } = isPlain && isLikelyKey(text) ? readKeyText(text) : {};
  return key === '' ? [] : [{ key }];
}
