import type { Part } from './part.ts';
import { allModels } from './part.ts';
import type { PastedConnection } from './pastedConnection.ts';
import { serviceOfAddress } from './servicesByName.ts';

/** The connection that parts say together. A service that is known by its name gets its address. */
export function connectionOf(part: Part): PastedConnection {
  const whole = withAzure(part);
  const { service, addressTemplate, azure, models, headers = {}, secretHeaders = [], key } = whole;
  const isNamed = addressTemplate === undefined && azure === undefined;
  const baseUrl = whole.baseUrl ?? (isNamed ? service?.baseUrl : undefined);
  const known = baseUrl === undefined ? undefined : serviceOfAddress(baseUrl);
  // `dummy` is no key, but the services on the web that are known need one.
  const isPlaceholder = key === '' && known?.baseUrl.startsWith('https:') === true;
  const usual = service !== undefined && known === service ? whole.usualVariable : undefined;
  const all = allModels(whole);
  return {
    name: whole.name ?? known?.name,
    baseUrl,
    addressTemplate: baseUrl === undefined ? addressTemplate : undefined,
    key: isPlaceholder ? undefined : key,
    keyVariable: key === undefined ? (whole.keyVariable ?? usual) : undefined,
    model: whole.model ?? (models.length === 1 ? models[0] : undefined),
    models: all.length > 1 ? all : undefined,
    headers: Object.keys(headers).length === 0 ? undefined : headers,
    secretHeaders: secretHeaders.length === 0 ? undefined : secretHeaders,
    extraBody: whole.extraBody,
  };
}

const azureHost =
  /\.(?:openai\.azure\.com|cognitiveservices\.azure\.com|services\.ai\.azure\.com)$/;

/** Azure's address of its parts, and the header in which it takes a key. */
function withAzure(part: Part): Part {
  const { baseUrl, azure, headers = {}, isBearer = false } = part;
  const url = baseUrl === undefined ? null : URL.parse(baseUrl);
  if (
    url === null ||
    !(
      azureHost.test(url.hostname) ||
      (azure !== undefined && serviceOfAddress(url.href) === undefined)
    )
  ) {
    return part;
  }
  const hasHeader = Object.keys(headers).some((name) => /^(?:api-key|authorization)$/i.test(name));
  const form: Readonly<Record<string, string>> = isBearer
    ? { Authorization: 'Bearer ${key}' }
    : { 'api-key': '${key}' };
  const withHeader = hasHeader ? headers : { ...headers, ...form };
  const path = url.pathname.replace(/(?<!\/)\/+$/, '');
  const version = url.searchParams.get('api-version') ?? azure?.apiVersion;
  const deployment = azure?.deployment ?? part.model;
  if (path !== '' && path !== '/openai' && path !== '/openai/deployments') {
    const isDated = /\/deployments\/[^/]+$/.test(path) && version !== undefined;
    return {
      ...part,
      headers: withHeader,
      baseUrl: isDated ? `${url.origin}${path}?api-version=${encoded(version)}` : baseUrl,
    };
  }
  const isDated = deployment !== undefined && version !== undefined && /^\d{4}-/.test(version);
  return {
    ...part,
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
