import { readAddressText } from './addressText.ts';
import { type Candidate, candidateOf } from './candidate.ts';
import { defaultIn } from './keyText.ts';
import { serviceOfStem } from './servicesByName.ts';

/** The name of an environment variable and its value. */
export type Variable = readonly [name: string, value: string];

/** More than any file of settings has. */
const maxVariables = 2000;

/** `NAME=value` with whatever sets a variable before it: `export`, `set -gx`, `$env:`, `-e`, `ENV`. */
const assignment =
  /(?:^|[\s;'"`,({&])(?:\$env:|Env:)?([A-Z][A-Z\d_]{1,80})[ \t]{0,4}(?:=|(?<=-gx [A-Z\d_]{1,80})[ \t])[ \t]{0,4}("[^"\n]{0,8000}"|'[^'\n]{0,8000}'|[^\s"'`;,)}]{0,8000})/gm;

/** `set -gx NAME value` of fish and `setx NAME value` of Windows. */
const command =
  /^[ \t]{0,20}(?:set -[a-zA-Z]{1,5}|setx|setenv|ENV)[ \t]{1,4}([A-Z][A-Z\d_]{1,80})[ \t]{1,4}("[^"\n]{0,8000}"|'[^'\n]{0,8000}'|[^\s"'=]{1,8000})/gm;

/** `os.environ["NAME"] = "value"` and `process.env.NAME = 'value'`. */
const inCode =
  /\b(?:os\.environ|process\.env|ENV)(?:\[["'](\w{1,80})["']\]|\.(\w{1,80}))\s{0,4}=\s{0,4}["'`]([^"'`\n]{0,8000})["'`]/g;

/** The variables that a text sets. */
export function variablesIn(text: string): readonly Variable[] {
  const found = [
    ...[...text.matchAll(assignment)].map(([, name = '', value = '']) => [name, value] as const),
    ...[...text.matchAll(command)].map(([, name = '', value = '']) => [name, value] as const),
    ...[...text.matchAll(inCode)].map(
      ([, one, other = '', value = '']) => [one ?? other, value] as const,
    ),
  ];
  return found.slice(0, maxVariables).map(([name, value]) => [name, unquoted(value)]);
}

function unquoted(value: string): string {
  return /^(["']).*\1$/.test(value) ? value.slice(1, -1) : value;
}

type Part =
  | 'key'
  | 'address'
  | 'weakAddress'
  | 'model'
  | 'version'
  | 'deployment'
  | 'resource'
  | 'organization'
  | 'account';

const endings: readonly (readonly [RegExp, Part])[] = [
  [
    /_?(?:API_KEYS?|API_TOKEN|ACCESS_TOKEN|AUTH_TOKEN|CORTEX_PAT|BEARER_TOKEN|TOKEN|API_SECRET|KEY|PAT)$/,
    'key',
  ],
  [/_?(?:API_VERSION)$/, 'version'],
  [/_?(?:API_)?(?:INSTANCE_NAME|RESOURCE_NAME)$/, 'resource'],
  [/_?(?:API_)?(?:CHAT_)?(?:DEPLOYMENT(?:_NAME|_ID)?)$/, 'deployment'],
  [/_?(?:DEFAULT_|CHAT_|CUSTOM_)?(?:MODEL|MODEL_NAME|MODEL_ID|MODELS)$/, 'model'],
  [
    /_?(?:API_BASE(?:_URL|_PATH|_URLS)?|BASE_URL|BASE_PATH|BASEURL|API_URL|API_HOST|API_ENDPOINT|ENDPOINT|BASE_URI|PROXY_URL|REVERSE_PROXY|BASE)$/,
    'address',
  ],
  [/_?(?:URL|HOST|SERVER|URI)$/, 'weakAddress'],
  [/_?(?:ORG_ID|ORGANIZATION|ORGANIZATION_ID|ORG)$/, 'organization'],
  [/_?(?:ACCOUNT_ID|ACCOUNT)$/, 'account'],
];

/** Variables that are no exception to the rule but have two parts of one service before their ending. */
const sameStem = new Map([
  ['AZURE', 'AZURE_OPENAI'],
  ['AZURE_API', 'AZURE_OPENAI'],
  ['OPENAI_COMPATIBLE', 'OPENAI_COMPATIBLE'],
  ['GH', 'GITHUB'],
]);

interface Group {
  readonly values: Map<Part, Variable>;
}

/** Reads environment variables: those of one service have the same beginning. */
export function readVariables(variables: readonly Variable[]): readonly Candidate[] {
  const groups = new Map<string, Group>();
  for (const variable of variables) {
    const [name, value] = variable;
    const [ending, part] = endings.find(([ending]) => ending.test(name)) ?? [];
    if (ending !== undefined && part !== undefined && value !== '') {
      const bare = name.replace(ending, '').replace(/^(?:VITE|NEXT_PUBLIC|REACT_APP|NUXT)_/, '');
      const stem = sameStem.get(bare) ?? bare;
      const group = groups.get(stem) ?? { values: new Map<Part, Variable>() };
      groups.set(stem, group);
      if (!group.values.has(part)) {
        group.values.set(part, variable);
      }
    }
  }
  moveVersion(groups);
  return [...groups].flatMap(([stem, { values }]) => candidateOfGroup(stem, values));
}

/** Azure's version has the name `OPENAI_API_VERSION`, too. */
function moveVersion(groups: Map<string, Group>): void {
  const version = groups.get('OPENAI')?.values.get('version');
  const azure = groups.get('AZURE_OPENAI')?.values;
  if (version !== undefined && azure !== undefined && !azure.has('version')) {
    azure.set('version', version);
    groups.get('OPENAI')?.values.delete('version');
  }
}

function candidateOfGroup(stem: string, values: ReadonlyMap<Part, Variable>): readonly Candidate[] {
  const text = (part: Part) => values.get(part)?.[1];
  const service = serviceOfStem(stem);
  const isAzure = stem.startsWith('AZURE');
  const [keyName, key] = values.get('key') ?? [];
  const address = text('address') ?? text('weakAddress');
  const account = accountAddress(stem, text('account'), address);
  // Many a program has an address in a variable such as `APP_URL`.
  const isOther = service === undefined && !isAzure && text('address') === undefined;
  if (isOther && [key, account, text('model')].every((value) => value === undefined)) {
    return [];
  }
  const candidate = candidateOf(
    {
      url: account ?? (address === undefined ? undefined : wholeAddress(address, service?.baseUrl)),
      key,
      model: text('model'),
      apiVersion: isAzure ? text('version') : undefined,
      deployment: isAzure ? text('deployment') : undefined,
      resourceName: isAzure ? text('resource') : undefined,
      organization: text('organization'),
    },
    { service, isAzure, hasProviderInModel: /^(?:AIDER|LITELLM)$/.test(stem) },
  );
  // The name of a service's own variable says enough, even where its value is a placeholder.
  const isNamed = candidate.key === undefined && service !== undefined;
  return [{ ...candidate, keyVariable: candidate.keyVariable ?? (isNamed ? keyName : undefined) }];
}

/** Ollama's variable has host and port only; others have an address without its path. */
function wholeAddress(address: string, known: string | undefined): string {
  const given = defaultIn(address) ?? address;
  const read = readAddressText(given)?.baseUrl;
  const isBare = read !== undefined && URL.parse(read)?.pathname === '/';
  return isBare && known?.startsWith('http://') === true ? `${read}/v1` : given;
}

/** Addresses of which a variable holds a part. */
function accountAddress(
  stem: string,
  account: string | undefined,
  host: string | undefined,
): string | undefined {
  if (account !== undefined && /^[\w-]{1,100}$/.test(account)) {
    return stem === 'CLOUDFLARE'
      ? `https://api.cloudflare.com/client/v4/accounts/${account}/ai/v1`
      : stem === 'SNOWFLAKE'
        ? `https://${account}.snowflakecomputing.com/api/v2/cortex/v1`
        : undefined;
  }
  const origin =
    stem === 'DATABRICKS' && host !== undefined ? readAddressText(host)?.baseUrl : undefined;
  return origin === undefined ? undefined : `${origin}/serving-endpoints`;
}
