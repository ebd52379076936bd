import { isRecord, isString, type WireObject } from '../shared/guards.ts';
import { type Candidate, candidateOf, isModelId } from './candidate.ts';
import { fieldRole } from './fieldRoles.ts';
import { plainName, serviceOfName } from './servicesByName.ts';
import type { Variable } from './readVariables.ts';

/** What a file of settings says. */
export interface ReadTree {
  readonly candidates: readonly Candidate[];
  /** Environment variables that it sets. */
  readonly variables: readonly Variable[];
}

/** Objects and lists that are looked at in all. */
const maxNodes = 20_000;
const maxDepth = 40;

/** Objects whose fields belong to the object around them. */
const parts = new Set([
  'litellmparams',
  'options',
  'settings',
  'config',
  'requestoptions',
  'credentials',
  'params',
  'auth',
  'api',
  'defaultcompletionoptions',
]);

/** Objects whose fields are names that stand for nothing. */
const containers = new Set([
  'models',
  'modellist',
  'providers',
  'provider',
  'custom',
  'endpoints',
  'languagemodels',
  'modelproviders',
  'openaicompatible',
  'services',
  'connections',
  'profiles',
  'apis',
]);

/** Parts of settings that have addresses and keys of other things. */
const foreign = new Set([
  'mcpservers',
  'mcp',
  'tools',
  'capabilities',
  'modelinfo',
  'cost',
  'limit',
  'embeddingsprovider',
  'tabautocompletemodel',
  'reranker',
  'lsp',
  'permission',
]);

/** Where an object stands. */
interface Place {
  /** Its name in the object around it, if that is the name of a provider. */
  readonly name?: string;
  /** The name of the list or object of providers or models that holds it, in plain letters. */
  readonly container?: string;
}

/** A connection, and what the settings call it to refer to it. */
interface Placed {
  readonly candidate: Candidate;
  readonly id?: string | undefined;
}

/** Reads the value of a file of settings: of an editor, an assistant or a gateway, as JSON, YAML or TOML has it. */
export function readTree(value: unknown): ReadTree {
  const variables: Variable[] = [];
  let nodes = 0;
  const visit = (node: unknown, place: Place, depth: number): readonly Placed[] => {
    nodes += 1;
    if (nodes > maxNodes || depth > maxDepth) {
      return [];
    }
    if (Array.isArray(node)) {
      return node.flatMap((item: unknown) => {
        variables.push(...(isString(item) ? variableOfItem(item) : []));
        return visit(item, place, depth + 1);
      });
    }
    if (!isRecord(node)) {
      return [];
    }
    const record = withParts(node);
    const fields = Object.entries(record).filter(([name, child]) => {
      const variable = isString(child) ? variableOfField(name, child) : undefined;
      variables.push(...(variable === undefined ? [] : [variable]));
      return variable === undefined;
    });
    const own = ownCandidate(Object.fromEntries(fields), place);
    const children = fields.flatMap(([name, child]) => {
      const inner = placeIn(name, place);
      return inner === undefined ? [] : visit(child, inner, depth + 1);
    });
    return joined({ candidate: own, id: place.name }, children, record);
  };
  const candidates = visit(value, {}, 0).map(({ candidate }) => candidate);
  return { candidates, variables };
}

/** Where the value of a field stands; `undefined` if it is not looked at. */
function placeIn(name: string, { container }: Place): Place | undefined {
  const plain = plainName(name);
  const role = fieldRole(name);
  if (foreign.has(plain) || role === 'headers' || role === 'body' || role === 'requestBody') {
    return undefined;
  }
  if (containers.has(plain) || role === 'models') {
    return { container: plain };
  }
  return container === undefined ? {} : { container, name };
}

/** Fields that only LiteLLM and aider have. */
const withProvider = /^(?:litellm_params|openai-api-(?:base|key))$/;

function ownCandidate(record: WireObject, { name, container = '' }: Place): Candidate {
  const isModel = fieldRole(container) === 'models';
  const candidate = candidateOf(record, {
    name: isModel ? undefined : name,
    service: name === undefined || isModel ? undefined : serviceOfName(name),
    hasProviderInModel: Object.keys(record).some((field) => withProvider.test(field)),
  });
  const { id = name } = record;
  // Zed takes the key from a variable that is named after the provider.
  const variable =
    container === 'openaicompatible' && name !== undefined
      ? `${name.toUpperCase().replaceAll(/[^A-Z\d]+/g, '_')}_API_KEY`
      : undefined;
  return {
    ...candidate,
    model: candidate.model ?? (isModel && isString(id) && isModelId(id) ? id : undefined),
    keyVariable: candidate.keyVariable ?? (candidate.key === undefined ? variable : undefined),
  };
}

/** Joins what an object says with what the objects in it say. */
function joined(own: Placed, children: readonly Placed[], record: WireObject): readonly Placed[] {
  const placed = children
    .filter(({ candidate }) => isPlaced(candidate))
    .map(({ candidate, id }) => ({
      id,
      candidate: inherit(chosen({ candidate, id }, own.candidate, record), own.candidate, record),
    }));
  if (isPlaced(own.candidate) && !isDefault(own.candidate, placed)) {
    return [own, ...placed];
  }
  const rest = [own, ...children].filter(({ candidate }) => isPartial(candidate));
  return placed.length > 0 ? placed : rest;
}

/** Whether an object only says which of the providers in it is used. */
function isDefault(
  { baseUrl, addressTemplate, key }: Candidate,
  placed: readonly Placed[],
): boolean {
  return (
    placed.length > 0 && baseUrl === undefined && addressTemplate === undefined && key === undefined
  );
}

function isPart([name, child]: readonly [string, unknown]): boolean {
  return parts.has(plainName(name)) && isRecord(child);
}

/** The record with the fields of those objects in it that are a part of it. Its own fields count first. */
function withParts(record: WireObject): WireObject {
  const entries = Object.entries(record);
  const inner = entries
    .filter(isPart)
    .flatMap(([, child]) => (isRecord(child) ? Object.entries(child) : []));
  if (inner.length === 0) {
    return record;
  }
  // LiteLLM's `model_name` is what its own users call a model.
  const own = entries.filter((entry) => !isPart(entry) && entry[0] !== 'model_name');
  const isLiteLlm = Object.hasOwn(record, 'litellm_params');
  return Object.fromEntries([
    ...inner,
    ...own,
    ...(isLiteLlm ? [['litellm_params', true] as const] : []),
  ]);
}

/** A setting that is the key of a service by its name, such as `openRouterApiKey`, or that has a variable's name. */
function variableOfField(name: string, value: string): Variable | undefined {
  if (/^[A-Z][A-Z\d]{0,40}(?:_[A-Z\d]{1,40}){1,8}$/.test(name)) {
    return [name, value];
  }
  const stem = /^(\w{2,40}?)[_.-]?api[_-]?key$/i.exec(name)?.[1];
  const service = stem === undefined || /^open_?ai/i.test(stem) ? undefined : serviceOfName(stem);
  return service === undefined ? undefined : [`${service.stems[0] ?? ''}_API_KEY`, value];
}

/** `NAME=value` in a list, as Docker Compose has it. */
function variableOfItem(item: string): readonly Variable[] {
  const [, name, text] = /^([A-Z][A-Z\d_]{1,80})=(.{0,8000})$/s.exec(item) ?? [];
  return name === undefined || text === undefined ? [] : [[name, text]];
}

function isPlaced({ baseUrl, addressTemplate, service, azure, ...rest }: Candidate): boolean {
  const isKnown = service !== undefined || azure !== undefined;
  return baseUrl !== undefined || addressTemplate !== undefined || (isKnown && isPartial(rest));
}

function hasKey({ key, keyVariable }: Candidate): boolean {
  return key !== undefined || keyVariable !== undefined;
}

function isPartial({
  key,
  keyVariable,
  model,
  models,
}: Omit<Candidate, 'service' | 'azure'>): boolean {
  return key !== undefined || keyVariable !== undefined || model !== undefined || models.length > 0;
}

/** With the model that the object around the providers names, if it is this one's. */
function chosen({ candidate, id }: Placed, { model }: Candidate, record: WireObject): Candidate {
  if (id === undefined || model === undefined) {
    return candidate;
  }
  const isOwn = Object.entries(record).some(
    ([name, value]) => fieldRole(name) === 'provider' && value === id,
  );
  return isOwn
    ? { ...candidate, model }
    : model.startsWith(`${id}/`)
      ? { ...candidate, model: model.slice(id.length + 1) }
      : candidate;
}

/** What the object around a connection says holds for it, too. */
function inherit(child: Candidate, parent: Candidate, record: WireObject): Candidate {
  // The name of a whole file is not that of a connection.
  const isProvider =
    hasKey(parent) || Object.keys(record).some((name) => fieldRole(name) === 'provider');
  const isOwnKey = hasKey(child);
  return {
    ...child,
    name: (isProvider ? parent.name : undefined) ?? child.name,
    ...(isOwnKey ? {} : { key: parent.key, keyVariable: parent.keyVariable }),
    headers: { ...parent.headers, ...child.headers },
  };
}
