import { type Redact, secretMask } from '../../service/redactSecrets.ts';
import { serviceAddress } from '../../service/serviceAddress.ts';
import { isString } from '../../shared/guards.ts';
import type { Connection } from '../connections/connection.ts';
import type { DiagnosisServices } from './diagnosisServices.ts';
import { loginTexts, proxyVariables } from './proxyStep.ts';

/** Stands for a value in the query of an address. */
const queryMask = '…';

/** Parameters of a query whose values are no secrets. */
const openParameters: ReadonlySet<string> = new Set(['api-version']);

/**
 * Makes the function that masks the texts of a diagnosis: all known secrets, the logins of all proxies in settings and
 * environment, and the values in the query of the address.
 */
export function createMask(
  { connection }: { readonly connection: Connection },
  { redactor, setting, network }: Pick<DiagnosisServices, 'redactor' | 'setting' | 'network'>,
): Redact {
  const header = setting('http.proxyAuthorization');
  const variables = [...proxyVariables, 'all_proxy', 'ALL_PROXY'];
  const logins = [
    ...[setting('http.proxy'), ...variables.map((name) => network?.variable(name))].flatMap(
      (value) => (isString(value) ? loginTexts(value) : []),
    ),
    ...(isString(header) ? header.split(/\s+/) : []).filter((part) => part.length > 7),
  ];
  const replaced = new Map<string, string>([
    ...queryValues(connection).map((value) => [value, queryMask] as const),
    ...logins.map((login) => [login, secretMask] as const),
  ]);
  // The longest first: one may be part of another.
  const parts = [...replaced].toSorted(([one], [other]) => other.length - one.length);
  return (text) =>
    parts.reduce((masked, [part, mask]) => masked.replaceAll(part, mask), redactor.redact(text));
}

/** The values in the queries of both requests, as they are and as they are written in an address. */
function queryValues({ baseUrl, paths }: Connection): readonly string[] {
  const { modelsUrl, chatCompletionsUrl } = serviceAddress(baseUrl, paths);
  return [modelsUrl, chatCompletionsUrl].flatMap((address) => {
    const { searchParams, search } = new URL(address);
    const plain = [...searchParams].filter(([name]) => !openParameters.has(name));
    const written = search
      .slice(1)
      .split('&')
      .filter((part) => !openParameters.has(part.split('=')[0] ?? ''))
      .map((part) => part.slice(part.indexOf('=') + 1));
    // A shorter value would be masked within many words.
    return [...plain.map(([, value]) => value), ...written].filter((value) => value.length >= 4);
  });
}
