import { isRecord, isString, type WireObject } from '../shared/guards.ts';
import { parameterNames } from '../shared/service/requestParameters.ts';
import { readAddressText } from './addressText.ts';
import { fieldRole, type FieldRole } from './fieldRoles.ts';
import { headerPairs, readHeaders } from './headerFields.ts';
import { defaultIn, readKeyText } from './keyText.ts';
import { type NamedService, serviceOfName } from './servicesByName.ts';
import type { PastedConnection } from './pastedConnection.ts';

/** What one place of a text says about a connection. */
export interface Candidate extends PastedConnection {
  /** Whose address and variables are meant where there is no address. */
  readonly service?: NamedService | undefined;
  readonly models: readonly string[];
  /** Present if the text is about Azure: its addresses are made of parts. */
  readonly azure?: {
    readonly apiVersion?: string | undefined;
    readonly deployment?: string | undefined;
  };
  /** The variable that the libraries of the service read if nothing else is said. */
  readonly usualVariable?: string | undefined;
  /** Whether the key is sent as `Authorization: Bearer`, as a request in the text shows. */
  readonly isBearer?: boolean;
}

/** What the place of an object says about it. */
export interface Hints {
  readonly name?: string | undefined;
  readonly service?: NamedService | undefined;
  readonly isAzure?: boolean;
  /** Model IDs begin with a provider, as LiteLLM has them. */
  readonly hasProviderInModel?: boolean;
}

/** The values of an object by role, the first of each role first. */
type Roles = ReadonlyMap<FieldRole, readonly unknown[]>;

const maxNameLength = 100;
const maxModelLength = 300;
const maxModels = 500;

/** Reads the fields of one object. Objects in it are read only where a field of this one is meant. */
export function candidateOf(fields: WireObject, hints: Hints = {}): Candidate {
  const roles = rolesOf(fields);
  const texts = (role: FieldRole) => (roles.get(role) ?? []).filter(isString);
  const body = bodyOf(roles);
  const headers = readHeaders((roles.get('headers') ?? []).flatMap(headerPairs));
  const keys = texts('key').map(readKeyText);
  const variable = texts('keyVariable').find((name) => /^\w{1,200}$/.test(name));
  const addresses = texts('address').flatMap(
    (text) => readAddressText(defaultIn(text) ?? text) ?? [],
  );
  const provider = texts('provider')
    .map(serviceOfName)
    .find((service) => service !== undefined);
  const [apiVersion] = texts('apiVersion');
  const [deployment] = texts('deployment');
  const isAzure = hints.isAzure === true || texts('provider').some((name) => /azure/i.test(name));
  const resource = texts('resource').find((name) => /^[\w-]{1,100}$/.test(name));
  const { model, service } = modelOf([...texts('model'), ...body.models], hints);
  const keyText = headers.key !== undefined ? headers : keys.find(({ key }) => key !== undefined);
  const organization = texts('organization').find((id) => /^org-[\w-]{1,100}$/.test(id));
  return {
    name: texts('name').find((text) => text.length <= maxNameLength) ?? hints.name,
    baseUrl:
      addresses.find(({ baseUrl }) => baseUrl !== undefined)?.baseUrl ??
      (resource === undefined ? undefined : `https://${resource}.openai.azure.com/openai/v1`),
    addressTemplate: addresses.find(({ addressTemplate }) => addressTemplate !== undefined)
      ?.addressTemplate,
    key:
      keyText?.key ??
      addresses.map(({ key = '' }) => readKeyText(key).key).find((key) => key !== undefined),
    keyVariable:
      keyText?.key === undefined
        ? (headers.keyVariable ??
          keys.find(({ keyVariable }) => keyVariable !== undefined)?.keyVariable ??
          variable)
        : undefined,
    model: model ?? addresses.find(({ model }) => model !== undefined)?.model,
    models: (roles.get('models') ?? []).flatMap(modelIds).slice(0, maxModels),
    headers: {
      ...headers.headers,
      ...(organization === undefined ? {} : { 'OpenAI-Organization': organization }),
    },
    secretHeaders: headers.secretHeaders,
    extraBody: body.extra,
    service: hints.service ?? service ?? provider,
    isBearer: headers.isBearer,
    ...(isAzure || apiVersion !== undefined || resource !== undefined
      ? { azure: { apiVersion, deployment } }
      : {}),
  };
}

function rolesOf(fields: WireObject): Roles {
  const roles = new Map<FieldRole, unknown[]>();
  for (const [name, value] of Object.entries(fields)) {
    const role = fieldRole(name);
    if (role !== undefined) {
      roles.set(role, [...(roles.get(role) ?? []), value]);
    }
  }
  return roles;
}

/** Prefixes of model IDs that name an interface, not a service. */
const interfacePrefix =
  /^(?:openai|azure|custom_openai|openai_like|litellm_proxy|hosted_vllm|lm_studio|ollama_chat|custom|llamafile)\//;

function modelOf(
  ids: readonly string[],
  { hasProviderInModel = false }: Hints,
): { readonly model?: string; readonly service?: NamedService | undefined } {
  const model = ids.find(isModelId);
  if (model === undefined || !hasProviderInModel) {
    return model === undefined ? {} : { model };
  }
  if (interfacePrefix.test(model)) {
    const rest = model.replace(interfacePrefix, '');
    return {
      model: rest,
      service: model.startsWith('openai/') ? serviceOfName('openai') : undefined,
    };
  }
  const service = serviceOfName(model.split('/', 1)[0] ?? '');
  return model.includes('/') && service !== undefined
    ? { model: model.slice(model.indexOf('/') + 1), service }
    : { model };
}

/** Whether a text can be the ID of a model, and is no reference to one. */
export function isModelId(text: string): boolean {
  return (
    text !== '' &&
    text.length <= maxModelLength &&
    !/^[<$%{[]|[\n<>{}]|\.{3}|…|^your[-_ ]|^YOUR|^(?:MODEL(?:_\w+)?|model|model[-_](?:id|name)|AUTODETECT)$/.test(
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
        ? (item['id'] ?? item['model'] ?? item['name'] ?? item['slug'])
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
  'model',
  'messages',
  'stream',
  'stream_options',
  'n',
  'max_completion_tokens',
  'tools',
  'tool_choice',
  'functions',
  'function_call',
  'response_format',
  'input',
  'prompt',
  'user',
  'contents',
  'system',
  'instructions',
  'max_output_tokens',
  'metadata',
  'store',
]);

const maxBodyLength = 16_384;

function bodyOf(roles: Roles): {
  readonly models: readonly string[];
  readonly extra?: Readonly<Record<string, unknown>>;
} {
  const requests = (roles.get('requestBody') ?? []).filter(isRecord);
  const others = (roles.get('body') ?? []).filter(isRecord);
  const fields = [...requests, ...others]
    .flatMap((body) => Object.entries(body))
    .filter(([name, value]) => !ofRequest.has(name) && isSetting(name, value));
  const extra = Object.fromEntries(fields);
  return {
    models: requests.map(({ model }) => model).filter(isString),
    ...(fields.length === 0 || JSON.stringify(extra).length > maxBodyLength ? {} : { extra }),
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
