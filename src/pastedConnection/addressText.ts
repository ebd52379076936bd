import { variableIn } from './keyText.ts';
import type { PastedConnection } from './pastedConnection.ts';

/** Longer texts are no addresses. */
const maxAddressLength = 2000;

/** Paths of requests at the end of a base address, also those of other interfaces at the same address. */
const requestPath =
  /\/(?:chat\/completions|completions|responses|messages|embeddings|models(?:\/[\w.-]+:\w+)?|model\/info|api\/(?:chat|generate|tags|show|ps|version))\/*$/;

/** What documentation leaves to its reader: `<name>`, `{name}`, `${NAME}`, `YOUR_NAME`, `[name]`. */
const blank =
  /[$<>{}|\\^`\s]|\.{3}|…|\[(?![\da-f:.]+\])|(?:^|[^a-z])your[-_. ]|YOUR[A-Z]|(?:\/|\.|^)[A-Z]{3,}(?:[_-][A-Z]+)*(?=$|[./:])/;

/** Parameters of a query that hold a key. */
const secretParameter = /^(?:key|api[-_]?key|token|access[-_]?token|subscription-key|code|sig)$/i;

/** Up to the first space or quote; a name in brackets, which the reader is to fill in, may have some. */
const oneWord = /^(?:[^\s<{"'`]|<[^<>\n]{0,60}>|\{[^{}\n]{0,60}\}|[<{])*/;

/** Hosts without a certificate: this computer, and those of a network, by their number or their name alone. */
const nearHost =
  /^(?:localhost|host\.docker\.internal|\d+(?:\.\d+){3}|\[[\da-f:]+\]|[\w-]+(?=:))(?::\d+)?(?:\/|$)/i;
const anyHost = /^(?:[a-z\d-]+\.)+(?:[a-z]{2,}|[\w-]+(?=:))(?::\d+)?(?:\/|$)/i;
const hostToFillIn = /^(?:\$\{?\w+\}?|<[^<>]{1,100}>|\{[^{}]{1,100}\})\//;

/**
 * Reads an address of a service or of a request to it, with a deployment or model in its path and a key in its query.
 * `undefined` if the text is no web address.
 */
export function readAddressText(text: string): PastedConnection | undefined {
  const whole = text.slice(0, maxAddressLength + 1).trim();
  const [bare = ''] = oneWord.exec(whole) ?? [];
  if (bare === '' || bare.length > maxAddressLength) {
    return undefined;
  }
  if (variableIn(bare) !== undefined) {
    return { addressTemplate: bare };
  }
  const address = withScheme(bare.replace(/(?<!["'`,;.)])["'`,;.)]+$/, ''));
  if (blank.test(address.replace(/^https?:\/\//i, ''))) {
    const [path = '', query] = address.split('?', 2);
    const isWeb = /^https?:/i.test(path) || hostToFillIn.test(path);
    const rest = query === undefined ? '' : `?${query}`;
    return isWeb ? { addressTemplate: path.replace(requestPath, '') + rest } : undefined;
  }
  const url = URL.parse(address);
  if (url === null || !/^https?:$/.test(url.protocol)) {
    return undefined;
  }
  const inner = wrappedIn(url);
  return inner === undefined ? partsOf(url) : readAddressText(inner);
}

/** The address that a mail program, a redirect or a proxy has wrapped: it is the one that is meant. */
function wrappedIn({ pathname, searchParams }: URL): string | undefined {
  const texts = [pathname, ...searchParams.values()];
  const [inner] = texts.flatMap((text) => /https?:\/\/[^\s;]+/i.exec(text)?.[0] ?? []);
  return inner?.replace(/__$/, '');
}

/** With its scheme. What listens at all addresses is reached at this computer's. */
function withScheme(address: string): string {
  const scheme = nearHost.test(address) ? 'http://' : anyHost.test(address) ? 'https://' : '';
  return `${scheme}${address}`.replace(/(?<=^https?:\/\/)0\.0\.0\.0(?=:)/, 'localhost');
}

/** What an address says, without the key in it. */
export function partsOf(url: URL): PastedConnection {
  const parameters = [...url.searchParams];
  const kept = parameters.filter(
    ([name, value]) => !secretParameter.test(name) && !blank.test(value),
  );
  const query = kept.length === 0 ? '' : `?${new URLSearchParams(kept).toString()}`;
  const path = url.pathname.replace(requestPath, '').replace(/(?<!\/)\/+$/, '');
  // Without a path, an address is completed; one that ends in the path of a request is used as it is.
  const isWhole = path === '' && url.pathname.startsWith('/chat/completions');
  const [, deployment, model] =
    /\/deployments\/([^/]+)|\/models\/([\w.-]+):\w+$/.exec(url.pathname) ?? [];
  return {
    baseUrl: `${url.origin}${isWhole ? '/chat/completions' : path}${query}`,
    model: deployment ?? model,
    key: parameters.find(([name]) => secretParameter.test(name))?.[1],
  };
}

/** Words that the addresses of chat services have, and those of web pages seldom. */
const typicalPath =
  /\/v\d|\/chat\/completions|\/compatible-mode|\/openai(?:\/|$)|\/inference|\/serving-endpoints|\/cortex|\/compat$|\/api$|\/engines\//i;

/** Whether an address that stands in running text looks like that of a service, and not of a web page. */
export function isLikelyService(address: string): boolean {
  const { pathname = '', hostname = '', port = '' } = URL.parse(address) ?? {};
  const isTypical =
    typicalPath.test(pathname) || /^(?:localhost|127\.)/.test(hostname) || port !== '';
  const isPage =
    /^(?:docs?|www|platform|console|github|dashboard)\.|\.(?:png|jpe?g|svg|css|md|html?|js|json|py)$/i.test(
      `${hostname}${pathname}`,
    );
  return isTypical && !isPage;
}

/** Addresses of which a label has a part: a word of the label, and the address with `{}` for its value. */
const accounts: readonly (readonly [string, string])[] = [
  ['cloudflare', 'https://api.cloudflare.com/client/v4/accounts/{}/ai/v1'],
  ['snowflake', 'https://{}.snowflakecomputing.com/api/v2/cortex/v1'],
  ['resource name', 'https://{}.openai.azure.com/openai/v1'],
  ['instance name', 'https://{}.openai.azure.com/openai/v1'],
];

/** The address of an account. */
export function accountAddress(words: string, account: string): string | undefined {
  const [, address] = accounts.find(([word]) => words.includes(word)) ?? [];
  return /^[\w-]{1,100}$/.test(account) ? address?.replace('{}', account) : undefined;
}
