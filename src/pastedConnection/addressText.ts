import { variableIn } from './keyText.ts';
import { serviceOfAddress } from './servicesByName.ts';

/** What an address says. */
export interface AddressText {
  /** Missing if a part of the address is left for the reader to fill in. */
  readonly baseUrl?: string | undefined;
  /** The address with the parts to be filled in. */
  readonly addressTemplate?: string | undefined;
  /** The deployment or model in its path. */
  readonly model?: string | undefined;
  /** A key in its query. It is not part of `baseUrl`. */
  readonly key?: string | undefined;
}

/** Longer texts are no addresses. */
const maxAddressLength = 2000;

/** Paths of requests at the end of a base address, also those of other interfaces at the same address. */
const requestPath =
  /\/(?:chat\/completions|completions|responses|messages|embeddings|models(?:\/[\w.-]+:\w+)?|model\/info)\/*$/;

/** Paths of Ollama's own interface. */
const ollamaPath = /\/api\/(?:chat|generate|tags|show|ps|version)\/*$/;

/** What documentation leaves to its reader: `<name>`, `{name}`, `${NAME}`, `YOUR_NAME`, `[name]`. */
const blank =
  /[$<>{}|\\^`\s]|\.{3}|…|\[(?![\da-f:.]+\])|(?:^|[^a-z])your[-_. ]|YOUR[A-Z]|(?:\/|\.|^)[A-Z]{3,}(?:[_-][A-Z]+)*(?=$|[./:])/;

/** Parameters of a query that hold a key. */
const secretParameter = /^(?:key|api[-_]?key|token|access[-_]?token|subscription-key|code|sig)$/i;

/** Up to the first space or quote; a name in brackets, which the reader is to fill in, may have some. */
const oneWord = /^(?:[^\s<{"'`]|<[^<>\n]{0,60}>|\{[^{}\n]{0,60}\}|[<{])*/;

/** Reads an address of a service or of a request to it. `undefined` if the text is no web address. */
export function readAddressText(text: string): AddressText | undefined {
  const whole = text
    .slice(0, maxAddressLength + 1)
    .trim()
    .replace(/^["'`<]+(?=\w)/, '');
  const [bare = ''] = oneWord.exec(whole) ?? [];
  if (bare === '' || bare.length > maxAddressLength) {
    return undefined;
  }
  if (variableIn(bare) !== undefined) {
    return { addressTemplate: bare };
  }
  const address = withScheme(bare.replace(/(?<!["'`,;.)])["'`,;.)]+$/, ''));
  if (address === undefined) {
    return undefined;
  }
  if (blank.test(address.replace(/^https?:\/\//i, ''))) {
    const [path = '', query] = address.split('?', 2);
    return {
      addressTemplate: [
        path.replace(requestPath, ''),
        ...(query === undefined ? [] : [query]),
      ].join('?'),
    };
  }
  const url = URL.parse(address.replace(/(?<!>)>+$/, ''));
  return url === null || !/^https?:$/.test(url.protocol) || url.hostname === ''
    ? undefined
    : partsOf(url);
}

function withScheme(address: string): string | undefined {
  if (/^https?:\/\//i.test(address)) {
    return address;
  }
  if (/^(?:\$\{?\w+\}?|<[^<>]{1,100}>|\{[^{}]{1,100}\})\//.test(address)) {
    // The reader's own host comes first.
    return address;
  }
  if (address.includes('://')) {
    return undefined;
  }
  const isLocal = /^(?:localhost|127\.\d+\.\d+\.\d+|0\.0\.0\.0|host\.docker\.internal)(?:[:/]|$)/i;
  if (isLocal.test(address)) {
    return `http://${address}`;
  }
  return /^(?:[a-z\d-]+\.)+[a-z]{2,}(?::\d+)?(?:\/|$)/i.test(address) ||
    /^[\w.-]+:\d{2,5}(?:\/|$)/.test(address)
    ? `https://${address}`
    : undefined;
}

function partsOf(url: URL): AddressText {
  const parameters = [...url.searchParams];
  const kept = parameters.filter(
    ([name, value]) => !secretParameter.test(name) && !blank.test(value),
  );
  const query = kept.length === 0 ? '' : `?${new URLSearchParams(kept).toString()}`;
  const path = ollamaPath.test(url.pathname)
    ? url.pathname.replace(ollamaPath, '/v1')
    : url.pathname.replace(requestPath, '');
  const gemini = /\/models\/([\w.-]+):\w+$/.exec(url.pathname)?.[1];
  const nativeGemini = /^generativelanguage\.googleapis\.com$/.test(url.hostname);
  // Without a path, an address is completed; one that ends in the path of a request is used as it is.
  const isKnown = serviceOfAddress(url.origin) !== undefined;
  const isAtRoot = path === '' && url.pathname.startsWith('/chat/completions');
  const base =
    nativeGemini && /^\/v1(?:beta)?$/.test(path)
      ? '/v1beta/openai'
      : path.replace(/(?<!\/)\/+$/, '');
  const deployment = /\/deployments\/([^/]+)/.exec(url.pathname)?.[1];
  return {
    baseUrl: `${url.origin}${isAtRoot && !isKnown ? '/chat/completions' : base}${query}`,
    model: deployment === undefined ? gemini : decoded(deployment),
    key: parameters.find(([name]) => secretParameter.test(name))?.[1],
  };
}

function decoded(segment: string): string {
  try {
    return decodeURIComponent(segment);
  } catch {
    return segment;
  }
}

/** Words that the addresses of chat services have, and those of web pages seldom. */
const typicalPath =
  /\/v\d|\/chat\/completions|\/compatible-mode|\/openai(?:\/|$)|\/inference|\/serving-endpoints|\/cortex|\/compat$|\/api$|\/engines\//i;

/** Whether an address that stands in running text looks like that of a service, and not of a web page. */
export function isLikelyService(address: string): boolean {
  const url = URL.parse(address);
  return (
    url !== null &&
    (typicalPath.test(url.pathname) ||
      /^(?:localhost|127\.)/.test(url.hostname) ||
      url.port !== '') &&
    !/^(?:docs?|www|platform|console|github|dashboard)\.|\.(?:png|md|html|js|py)$/i.test(
      `${url.hostname}${url.pathname}`,
    )
  );
}
