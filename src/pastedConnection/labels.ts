import type { KnownService } from '../shared/service/knownServices.ts';
import { plainName, serviceNamed } from './servicesByName.ts';

export interface Label {
  /** What it says of its value. */
  readonly role?: (typeof roles)[number][0] | undefined;
  /** Whether it is about something other than a chat. */
  readonly isForeign: boolean;
  /** Whose value it is, by the words before the role: a service, or a name that several labels share. */
  readonly stem: string;
  readonly service?: KnownService | undefined;
  /** Of several labels for a model, the lowest says what is sent. */
  readonly rank: number;
  /** The words, in lower case with one space between them. */
  readonly words: string;
}

/** The end of a label. The first that fits counts. */
const roles = [
  [
    'keyVariable',
    end('env(?:ironment)? key|key env(?: ?v?ar)?|key name|env ?var|key (?:environment )?variable'),
  ],
  ['apiVersion', end('api version')],
  ['query', end('query ?param(?:s|eters)')],
  ['headers', end('headers?|^-H')],
  [
    'header',
    /^(?:authorization|x .+|default request headers authorization|http referer|anthropic version|.+ subscription key)$/,
  ],
  ['extraBody', end('extra (?:request )?body(?: properties)?|extra params|model kwargs')],
  [
    'body',
    /^(?:request )?(?:body|json|payload|data)$|^-d$|^(?:data|post|body) (?:raw|binary|ascii|urlencode|data)$/,
  ],
  ['user', /^-u$|^user$/],
  ['provider', end('provider|vendor|npm|^type')],
  [
    'models',
    end(
      '(?<!language )models(?: available)?|model list|model ids|\\p{L}*modell[ei]|modèles|modelos|模型列表|(?:支持|可用)的?模型',
    ),
  ],
  [
    'model',
    end(
      '(?:served )?model(?: ?id(?:entifier)?| ?name| pref| path)?|alias|^lm|serve|chat (?:client|completion)|dspy lm|deployment(?: name| id)?|' +
        '模型(?: ?id| ?名称| ?名稱| ?名)?|モデル(?: ?名| ?id)?|모델(?: ?명| ?이름)?|malli|mô hình|النموذج|модел\\p{L}|\\p{L}*mod[eè]l\\p{L}{0,6}(?: adı)?',
    ),
  ],
  ['id', /^(?:id|slug)$/],
  ['port', end('port')],
  ['name', /^(?:(?:display|provider|profile|connection) ?)?(?:name|title|label)$/],
  [
    'key',
    end(
      '(?:api)?keys?|(?:access|zugangs?)?tokens?|(?<!key )secret|pat|bearer(?: auth)?|credential|^-a|^auth|(?:api ?)?(?:密钥|密鑰|秘钥|金鑰|令牌|キー|키)|' +
        '\\p{L}*(?:schlüssel|sleutel|nyckel|nøkkel|nøgle)|anahtarı?|khóa',
      'klucz|klíč|клю?ч|cl[ée]f?|clave|chave|llave|chiave|مفتاح',
    ),
  ],
  [
    'address',
    end(
      'host(?:name)?|^server|server (?:name|address|url)|listen|connection|^path|(?:api|completions) path|account(?: id)?|(?:resource|instance) name|' +
        '(?:base ?)?(?:url|uri)s?|(?:api)?base|^post|fetch|requests post|(?:axios|client|httpx|http) post|(?:base ?|reverse )(?:path|address|proxy)|end ?points?|' +
        'address|(?:api ?)?(?:接口)?(?:地址|网址|端点|接口|位址)|代理地址|エンドポイント|주소|엔드포인트|adresi',
      'ur[li](?= (?:api|base|d))|adress?[ea]?|dirección|endereço|indirizzo|адрес|عنوان',
    ),
  ],
] as const;

/** What a label is of stands at its end, or `first` in the languages in which other words follow. */
function end(words: string, first = '$.'): RegExp {
  const start = String.raw`(?<![\p{Script=Latin}\p{Script=Cyrillic}\d])`;
  return new RegExp(String.raw`${start}(?:(?:${words})$|(?:${first})(?!\p{L}))`, 'u');
}

/** Words of labels that are about something other than a chat. */
const foreign =
  /(?:^| )(?:mcp(?: servers)?|embed(?:ding)?s?|embeddings? .*|rerank(?:er|ing)?|tts|stt|whisper|speech|images?|tab autocomplete|autocomplete|small|weak|fast|title|max|public|cors|csrf|jwt|admin|refresh|redirect|callback|webhook|database|redis|lsp|capabilities|tools?|permission|cost|limit|model info|input|output|(?<!reverse )proxy(?! url)|(?<=^)proxy|socks\d?|-x|old|previous|revoked|expired|ref)(?: |$)/;

/** Words before a role that say nothing of whose value it is. */
const filler = new Set(
  (
    'export const let var val set env vite next public react app nuxt my your the self this with use llm chat default custom ' +
    'api ai http https string os environ process spring options option config configuration settings client http base current provider ' +
    'generic cortex primary main auth access secret bearer model personal new basis ihr ihre dein der die das votre la le el tu su'
  ).split(' '),
);

/** Names of one model, beginning with the one that is sent. */
const ranks = [/deployment/, /served|alias/, /(?<!name|id)$/, /name$/, /id$/];

/** What a label says. `isCallee` if it is the name of a function that has the value as its argument. */
export function labelOf(name: string, isCallee = false): Label {
  // An address is no label.
  const words = /^-\p{L}$/u.test(name) ? name : name.includes('://') ? '' : wordsOf(name);
  const isForeign = foreign.test(words);
  // Names of variables are no headers.
  const isFitting = (role: Label['role']) =>
    role === 'headers' || !(isForeign || (role === 'header' && /[_$]/.test(name)));
  const [role, expression] =
    (words === ''
      ? undefined
      : roles.find(([role, expression]) => isFitting(role) && expression.test(words))) ?? [];
  const before = expression === undefined ? words : words.slice(0, words.search(expression));
  const all = before.split(' ').filter((word) => word !== '');
  const own = all.filter((word) => !filler.has(word));
  // `chat`, `options` and their like can stand between a service and the role.
  const named = all.slice(0, all.findLastIndex((word) => !filler.has(word)) + 1);
  const service = isCallee ? serviceNamed(words.split(' '), true) : serviceNamed(named, false);
  const stem = service?.name ?? plainName(own.join(''));
  const rank = ranks.findIndex((expression) => expression.test(words));
  return { role, isForeign, service, stem, rank, words };
}

function wordsOf(name: string): string {
  return name
    .slice(-100)
    .replace(/\s?[([][^()[\]]*[)\]]$/, '')
    .replaceAll(/([\p{Ll}\d])(\p{Lu})/gu, '$1 $2')
    .replaceAll(/(\p{Lu})(\p{Lu}\p{Ll})/gu, '$1 $2')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, ' ')
    .replace(/(?<=\p{L}) ?\d$|(?<=\p{Script=Han})[是为用]$| (?:is|ist|est|es|é|è)$/u, '')
    .trim();
}
