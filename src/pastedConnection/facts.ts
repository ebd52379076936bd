import { isRecord, isString } from '../shared/guards.ts';
import { parameterNames } from '../shared/service/requestParameters.ts';
import { type AddressText, readAddressText } from './addressText.ts';
import { headerPairs, readHeaders } from './headerFields.ts';
import type { Atom } from './item.ts';
import { defaultIn, readKeyText } from './keyText.ts';
import type { Label, Role } from './labels.ts';
import { type Part, partAt } from './part.ts';
import { type NamedService, serviceOfName } from './servicesByName.ts';
import type { Values } from './values.ts';

/** A value with its label. */
export interface Fact {
  readonly label: Label;
  readonly name: string;
  readonly atoms: readonly Atom[];
  readonly isOption: boolean;
  readonly at: number;
}

/** What the place of the facts says about them. */
export interface Hints {
  readonly name?: string | undefined;
  readonly service?: NamedService | undefined;
  readonly isAzure?: boolean;
  /** Whether it is an entry of a list of models. */
  readonly isModel?: boolean;
  /** Model IDs begin with a provider, as LiteLLM has them. */
  readonly hasProviderInModel?: boolean;
}

const maxModelLength = 300;
const maxModels = 500;

/** What values of these roles say by themselves. */
const simple: Readonly<Partial<Record<Role, (text: string) => Partial<Part> | undefined>>> = {
  keyVariable: (text) => {
    const [, keyVariable] = /^(?:\$\{)?([A-Z][A-Z\d_]{1,200})\}?$/.exec(text) ?? [];
    return keyVariable === undefined ? undefined : { keyVariable };
  },
  apiVersion: (apiVersion) => (/^\d{4}-/.test(apiVersion) ? { azure: { apiVersion } } : undefined),
  deployment: (deployment) => ({ azure: { deployment } }),
  resource: (text) =>
    /^[\w-]{1,100}$/.test(text)
      ? { baseUrl: `https://${text}.openai.azure.com/openai/v1`, azure: {} }
      : undefined,
  organization: (text) =>
    /^org-[\w-]{1,100}$/.test(text) ? { headers: { 'OpenAI-Organization': text } } : undefined,
  user: (text) => readHeaders([['Authorization', basicOf(text)]]),
};

/** What the labelled values of one group say. */
export class Facts {
  readonly #facts: readonly Fact[];
  readonly #values: Values;
  readonly #hints: Hints;

  constructor(facts: readonly Fact[], values: Values, hints: Hints) {
    this.#facts = facts;
    this.#values = values;
    this.#hints = hints;
  }

  parts(): readonly Part[] {
    const [start] = this.#facts;
    const provider = this.texts('provider');
    const service =
      this.#hints.service ?? provider.map(serviceOfName).find((one) => one !== undefined);
    const isAzure = this.#hints.isAzure === true || provider.some((name) => /azure/i.test(name));
    return this.#facts.flatMap((fact) => {
      const { label } = fact;
      const said = this.#saidBy(fact);
      const place = said.length > 1 ? (start?.at ?? 0) + (label.role === 'key' ? 0.5 : 0) : fact.at;
      const azure = isAzure || label.isAzure ? { azure: {} } : {};
      // Of lists of addresses and keys, the first are one connection.
      return said.map((one, nth) =>
        partAt(place + nth, {
          stem: label.stem,
          service: label.service ?? service,
          ...azure,
          ...one,
        }),
      );
    });
  }

  #ofRole(...roles: readonly (Role | undefined)[]): readonly Fact[] {
    return this.#facts.filter(({ label }) => roles.includes(label.role));
  }

  /** The texts of all values of a role. */
  texts(role: Role): readonly string[] {
    return this.#ofRole(role).flatMap(({ atoms }) => this.#values.texts(atoms));
  }

  #saidBy(fact: Fact): readonly Partial<Part>[] {
    const { label, atoms } = fact;
    const texts = this.#values.texts(atoms);
    switch (label.role) {
      case 'address':
      case 'host':
      case 'port':
      case 'account':
        return this.#addresses(fact);
      case 'key':
        return this.#keys(fact);
      case 'model': {
        const ids = this.#json(atoms).flatMap((json) => modelIds([json]));
        const rank = label.rank + (fact.isOption ? 0.5 : 0);
        return modelOf([...texts, ...ids], rank, this.#hints);
      }
      case 'id': {
        // The ID of an entry is that of a model where the entry is one.
        const isEntry = this.#hints.isModel === true || this.#ofRole('keyVariable').length > 0;
        return isEntry && this.#ofRole('models').length === 0 ? modelOf(texts, 5, this.#hints) : [];
      }
      case 'models':
        return [{ models: modelIds(this.#values.json(atoms)).slice(0, maxModels) }];
      case 'header':
      case 'headers':
        return this.#headers(fact);
      case 'body':
      case 'extraBody':
        return this.#json(atoms).map((body) => bodyOf(body, label.role === 'body', this.#hints));
      default:
        return texts.slice(0, 1).flatMap((text) => simple[label.role ?? 'id']?.(text) ?? []);
    }
  }

  #json(atoms: readonly Atom[]): readonly unknown[] {
    return this.#values.groups(atoms).map((group) => this.#values.json([group]));
  }

  /** The texts that a value can be; of a list, or a text with separators, those of each item. */
  #lists({ name, atoms }: Fact): readonly (readonly string[])[] {
    const items = atoms.flatMap((atom) => (atom.kind === 'group' ? atom.items : { atoms: [atom] }));
    const texts = items.flatMap((item) => this.#values.texts(item.atoms));
    const each = texts.flatMap((text) => text.split(/[;,]/)).map((text) => [text.trim()]);
    return /s$/i.test(name) ? each.slice(0, 50) : [this.#values.texts(atoms)];
  }

  #keys(fact: Fact): readonly Partial<Part>[] {
    const keys = this.#lists(fact).flatMap((texts) => {
      const read = texts.map(readKeyText);
      return read.find(({ key, keyVariable }) => (key ?? keyVariable) !== undefined) ?? [];
    });
    // The name of a service's own variable says enough, even where its value is a placeholder.
    const [, keyVariable] = /(?:^|\W)([A-Z][A-Z\d_]+)$/.exec(fact.name) ?? [];
    const isNamed = fact.label.service !== undefined && keyVariable !== undefined;
    return keys.length === 0 && isNamed ? [{ keyVariable }] : keys;
  }

  /** All headers up to one that comes again are read together: only one of them holds the key. */
  #headers(fact: Fact): readonly Partial<Part>[] {
    const all = this.#ofRole('header', 'headers');
    const isAgain = ({ label, at }: Fact) =>
      label.role === 'header' && all.some((one) => one.at < at && one.label.words === label.words);
    const start = all.indexOf(fact);
    const end = all.findIndex((one, index) => index > start && isAgain(one));
    const pairs = all
      .slice(start, end < 0 ? undefined : end)
      .flatMap(({ label, name, atoms }) =>
        label.role === 'header'
          ? [[name.replace(/^.*[.\s]/, ''), this.#values.texts(atoms).join(' ')] as const]
          : [...this.#json(atoms), ...this.#values.texts(atoms)].flatMap(headerPairs),
      );
    return start > 0 && !isAgain(fact) ? [] : [readHeaders(pairs)];
  }

  /** An address: as a whole, or made of host, port and path. */
  #addresses(fact: Fact): readonly Partial<Part>[] {
    const account = accountAddress(fact, this.#values);
    if (account !== undefined) {
      return [{ baseUrl: account }];
    }
    const given = [...this.texts('host'), ...this.texts('address')];
    const [path] = given.flatMap(
      (text) => /^\/?(v\d[\w./-]*|(?<=\/)[\w./-]+)$/.exec(text)?.[1] ?? [],
    );
    const origin = given.map((text) => bareOrigin.exec(text)).find((found) => found !== null);
    const [, scheme, host = '0.0.0.0', ownPort] = origin ?? [];
    const port = this.texts('port').find((text) => /^\d{2,5}$/.test(text)) ?? ownPort;
    const isServer = this.#ofRole('port').some(({ isOption }) => isOption);
    if (
      (origin !== undefined && (port ?? path) !== undefined) ||
      (port !== undefined && isServer)
    ) {
      const place = /^(?:0\.0\.0\.0|::)$/.test(host) ? 'localhost' : host;
      const isNear = /^localhost$|^[\d.]+$/.test(place);
      const [protocol = scheme ?? (isNear ? 'http' : 'https')] = this.texts('scheme');
      return addressIn(
        `${protocol}://${place}${port === undefined ? '' : `:${port}`}/${path ?? 'v1'}`,
      );
    }
    const lists =
      fact.label.role === 'port' || fact.label.role === 'account' ? [] : this.#lists(fact);
    const isLocal = fact.label.service?.baseUrl.startsWith('http://') === true;
    return lists.flatMap((texts) => {
      const read = texts.flatMap((text) => addressIn(defaultIn(text) ?? text));
      const address = read.find(({ baseUrl }) => baseUrl !== undefined) ?? read[0];
      // The variables of programs on this computer have an address without its path.
      const isBare = isLocal && URL.parse(address?.baseUrl ?? '')?.pathname === '/';
      return isBare ? addressIn(`${address?.baseUrl}/v1`) : (address ?? []);
    });
  }
}

/** A host, perhaps with its scheme and port, but without a path. */
const bareOrigin = /^(?:(https?):\/\/)?([\w.-]+|\[[\da-f:]+\])(?::(\d{2,5}))?\/?$/i;

/** RFC 7617. A reference to a variable is no user name. */
function basicOf(user: string): string {
  return user.includes('$') || !/^[\u0020-\u007e]{1,2000}$/.test(user)
    ? 'Basic <user>'
    : `Basic ${btoa(user)}`;
}

/** What an address in a text says. */
export function addressIn(text: string): readonly Partial<Part>[] {
  const { key, ...address }: AddressText = readAddressText(text) ?? {};
  const isAny = (address.baseUrl ?? address.addressTemplate) !== undefined;
  return isAny ? [{ ...address, ...readKeyText(key ?? '') }] : [];
}

/** Addresses of which labels hold a part. */
function accountAddress(
  { label: { role, words }, atoms }: Fact,
  values: Values,
): string | undefined {
  const text = values.texts(atoms).find((text) => /^[\w-]{1,100}$|^https:/.test(text));
  const isIn = (service: string, word: string): boolean =>
    words.includes(service) && words.includes(` ${word}`, words.indexOf(service));
  const service =
    ['cloudflare', 'snowflake'].find((name) => isIn(name, 'account')) ??
    (isIn('databricks', 'host') ? 'databricks' : '');
  return text === undefined || (role !== 'account' && role !== 'host')
    ? undefined
    : {
        cloudflare: `https://api.cloudflare.com/client/v4/accounts/${text}/ai/v1`,
        snowflake: `https://${text}.snowflakecomputing.com/api/v2/cortex/v1`,
        databricks: `${text.replace(/\/$/, '')}/serving-endpoints`,
      }[service];
}

/** Prefixes of model IDs that name an interface, not a service. */
const interfacePrefix =
  /^(?:openai|azure|custom_openai|openai_like|litellm_proxy|hosted_vllm|lm_studio|ollama_chat|custom|llamafile)\//;

function modelOf(
  ids: readonly string[],
  rank: number,
  { hasProviderInModel = false }: Hints,
): readonly Partial<Part>[] {
  const model = ids.find(isModelId);
  if (model === undefined) {
    return [];
  }
  const [prefix = ''] = hasProviderInModel ? (interfacePrefix.exec(model) ?? []) : [];
  const id = model.split('/', 1)[0] ?? '';
  const service = hasProviderInModel && model.includes('/') ? serviceOfName(id) : undefined;
  const rest = prefix !== '' || service !== undefined ? model.slice(id.length + 1) : model;
  return [
    {
      model: rest,
      rank,
      ...(service === undefined || (prefix !== '' && id !== 'openai') ? {} : { service }),
    },
  ];
}

/** Whether a text can be the ID of a model, and is no reference to one. */
export function isModelId(text: string): boolean {
  return (
    text !== '' &&
    text.length <= maxModelLength &&
    !/^[<$%{[-]|[\s<>{}]|:\/\/|\.{3}|…|^your[-_ ]|^YOUR|^(?:MODEL(?:_\w+)?|model|model[-_](?:id|name)|AUTODETECT)$/.test(
      text,
    )
  );
}

/** The IDs in a list of models: texts, objects with an ID, an object by ID, or a text with commas. */
function modelIds(value: unknown): readonly string[] {
  if (isString(value)) {
    return value
      .split(',')
      .map((id) => id.trim())
      .filter(isModelId);
  }
  if (Array.isArray(value)) {
    return value.flatMap((item: unknown) => {
      const id = isRecord(item)
        ? ['id', 'model', 'name', 'slug', 'default'].map((name) => item[name]).find(isString)
        : item;
      return isString(id) && isModelId(id) ? [id] : [];
    });
  }
  if (!isRecord(value)) {
    return [];
  }
  return Array.isArray(value['default'])
    ? modelIds(value['default'])
    : Object.keys(value).filter((id) => isModelId(id) && id !== 'default' && id !== 'fetch');
}

/** What a request contains that is not of its connection. */
const ofRequest = new Set<string>([
  ...parameterNames,
  ...'model messages stream stream_options n max_completion_tokens tools tool_choice functions function_call'.split(
    ' ',
  ),
  ...'response_format input prompt user contents system instructions max_output_tokens metadata store'.split(
    ' ',
  ),
]);

const maxBodyLength = 16_384;

/** The model and the further fields of a request. */
function bodyOf(body: unknown, isWhole: boolean, hints: Hints): Partial<Part> {
  const isBody = isRecord(body) && (!isWhole || 'model' in body || 'messages' in body);
  const fields = Object.entries(isBody ? body : {});
  const extra = Object.fromEntries(
    fields.filter(([name, value]) => !ofRequest.has(name) && isSetting(name, value)),
  );
  const isSmall = Object.keys(extra).length > 0 && JSON.stringify(extra).length <= maxBodyLength;
  const [, model] = fields.find(([name]) => isWhole && name === 'model') ?? [];
  return {
    ...(isString(model) ? modelOf([model], 1, hints)[0] : {}),
    ...(isSmall ? { extraBody: extra } : {}),
  };
}

/** Something in JSON that looks like a key or a header with one: text that is cut can have it anywhere. */
const secretInJson =
  /"[^"]{0,60}(?:authorization|key|token|secret|password|headers)"|bearer\s|[":](?:sk-|gsk_|xai-|hf_|AIza)/i;

/** Whether a field is a setting that is complete: nothing in it is left to the program around it, or a secret. */
function isSetting(name: string, value: unknown): boolean {
  const json = JSON.stringify({ [name]: value });
  return value !== undefined && value !== null && !json.includes('${') && !secretInJson.test(json);
}
