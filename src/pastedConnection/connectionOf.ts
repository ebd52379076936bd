import { knownServicesAt } from '../shared/service/knownServices.ts';
import { hasKeyedHeader } from '../shared/service/keyPlaceholder.ts';
import { allModels, type Part } from './part.ts';
import type { PastedConnection } from './pastedConnection.ts';
import { serviceOfAddress } from './servicesByName.ts';

/** The connection that parts say together. A service that is known by its name gets its address. */
export function connectionOf(part: Part): PastedConnection {
  const { service, models, headers = {}, secretHeaders = [], key, isBearer = false } = part;
  const named = part.addressTemplate === undefined ? service?.baseUrl : undefined;
  const isOpen = part.baseUrl === undefined && named?.includes('<') === true;
  const baseUrl = withDeployment(part) ?? (isOpen ? undefined : named);
  const known = baseUrl === undefined ? undefined : serviceOfAddress(baseUrl);
  const isWeb = known?.baseUrl.startsWith('https:') === true;
  // A service that is known by its name: its libraries read this variable.
  const usual = isWeb && part.baseUrl === undefined ? known.keyVariable : undefined;
  // The form of a request in the text counts more than the one that is known.
  const { hostname = '' } = URL.parse(baseUrl ?? '') ?? {};
  const isOther = isBearer && hasKeyedHeader(knownServicesAt(hostname)[0]?.headers ?? {});
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

/** The address; one of Azure with the deployment and the version of the interface where the text has them. */
function withDeployment({ baseUrl, apiVersion, model }: Part): string | undefined {
  const url = URL.parse(baseUrl ?? '');
  const isAzure = url !== null && serviceOfAddress(url.href)?.name === 'Azure OpenAI';
  if (!isAzure || apiVersion === undefined || url.searchParams.has('api-version')) {
    return baseUrl;
  }
  const isRoot = /^\/(?:openai\/?(?:deployments\/?)?)?$/.test(url.pathname);
  const path = isRoot ? `/openai/deployments/${encoded(model ?? '')}` : url.pathname;
  return /\/deployments\/[^/]+$/.test(path)
    ? `${url.origin}${path}?api-version=${encoded(apiVersion)}`
    : baseUrl;
}

/** For a part of a URL. Half of a surrogate pair, which JSON may have, cannot be encoded. */
function encoded(text: string): string {
  return encodeURIComponent(text.toWellFormed());
}
