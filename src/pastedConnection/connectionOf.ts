import { hasKeyedHeader } from '../shared/service/keySource.ts';
import { partsOf } from './addressText.ts';
import { allModels, type Part } from './part.ts';
import type { PastedConnection } from './pastedConnection.ts';
import { serviceOfAddress } from './servicesByName.ts';

/** The connection that parts say together. A service that is known by its name gets its address. */
export function connectionOf(part: Part): PastedConnection {
  const { service, models, headers = {}, secretHeaders = [], key, isBearer = false } = part;
  const named = part.addressTemplate === undefined ? service?.baseUrl : undefined;
  const isOpen = part.baseUrl === undefined && named?.includes('<') === true;
  const baseUrl = withQuery(part) ?? (isOpen ? undefined : named);
  const known = baseUrl === undefined ? undefined : serviceOfAddress(baseUrl);
  const isWeb = known?.baseUrl.startsWith('https:') === true;
  // A service that is known by its name: its libraries read this variable.
  const usual = isWeb && part.baseUrl === undefined ? known.keyVariable : undefined;
  // The form of a request in the text counts more than the one that is known.
  const isOther = isBearer && hasKeyedHeader(known?.headers ?? {});
  const all = { ...headers, ...(isOther ? { Authorization: 'Bearer ${key}' } : {}) };
  const model = part.model ?? (models.length === 1 ? models[0] : undefined);
  // `provider/model` where the models have no provider before them.
  const listed = models.find(
    (one) => model?.endsWith(one) === true && /[/:]$/.test(model.slice(0, -one.length)),
  );
  const others = allModels(part).filter((one) => listed === undefined || one !== part.model);
  return {
    name: part.name ?? (known?.baseUrl.includes('<') === true ? undefined : known?.name),
    baseUrl,
    addressTemplate: baseUrl === undefined ? (part.addressTemplate ?? named) : undefined,
    // `dummy` is no key, but the services on the web that are known need one.
    key: isWeb && key === '' ? undefined : key,
    keyVariable: key === undefined ? (part.keyVariable ?? usual) : undefined,
    model: listed ?? model,
    models: others.length > 1 ? others : undefined,
    headers: Object.keys(all).length === 0 ? undefined : all,
    secretHeaders: secretHeaders.length === 0 ? undefined : secretHeaders,
    extraBody: part.extraBody,
  };
}

/** The address with its parameters; Azure's has the version of the interface where it has a deployment. */
function withQuery({ baseUrl, model = '', query }: Part): string | undefined {
  const url = URL.parse(baseUrl ?? '');
  if (url === null || query === undefined) {
    return baseUrl;
  }
  const isAzure = serviceOfAddress(url.href)?.name === 'Azure OpenAI';
  if (isAzure && model !== '' && /^\/(?:openai\/?(?:deployments\/?)?)?$/.test(url.pathname)) {
    url.pathname = `/openai/deployments/${model}`;
  }
  const isFitting = !isAzure || /\/deployments\/[^/]+$/.test(url.pathname);
  for (const [name, value] of Object.entries(query)) {
    if (!url.searchParams.has(name) && (isFitting || name !== 'api-version')) {
      url.searchParams.set(name, value);
    }
  }
  return partsOf(url).baseUrl;
}
