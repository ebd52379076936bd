import { serviceOfKey } from './servicesByName.ts';

/** What stands where a key is expected. */
export interface KeyText {
  /** Empty if the text says that none is needed. */
  readonly key?: string | undefined;
  /** The environment variable that holds it. */
  readonly keyVariable?: string | undefined;
}

/** Longer texts are no keys. A token of an identity service has some thousand characters. */
const maxKeyLength = 8000;

/** Ways to name an environment variable; the first group is its name. */
const references: readonly RegExp[] = [
  /^\$\{\{ ?(?:secrets|env|vars)\.(\w+) ?\}\}$/,
  /^\$\{(?:env:|localEnv:|(?:\w+\.)+)?(\w+)(?::?[-?][^}]*)?\}$/,
  /^\$(?:env:|Env:|ENV:)?(\w+)$/,
  /^%(\w+)%$/,
  /^os\.environ\/(\w+)$/,
  /^\{env:(\w+)\}$/,
  /^\{\{ ?(?:env\.|secrets\.)?(\w+) ?\}\}$/,
  /^(?:process|import\.meta)\.env\.(\w+)!?$/,
  /^(?:os\.environ|process\.env|ENV)\[["'](\w+)["']\]$/,
  /^(?:os\.getenv|os\.environ\.get|getenv|env|ENV\.fetch|Deno\.env\.get|System\.getenv)\(["'](\w+)["']\)$/,
  /^env[:.](\w+)$/,
];

/** Values that local servers accept in place of a key, and say so in their documentation. */
const notNeeded =
  /^(?:empty|none|null|nil|no|na|n\/a|x|-|no-?key|not-?needed|not-?required|no-?key-?required|sk-no-?key-?required|key-?not-?needed|unused|ignored?|anything|any|dummy|dummy-?key|sk-dummy|ollama|lm-?studio|local|localhost|vllm|fake|fake-?key)$/i;

/** What documentation writes where the reader's own key belongs. */
const placeholder =
  /^<|>$|^\[|\]$|^\(|[{}]|\.{3}|…|\*{3}|•{2}|x{4}|^user_provided$|(?:^|[-_ ])(?:your|insert|replace|paste|enter|example|placeholder|redacted|change-?me|here|todo)(?:$|[-_ ])|^your|your-?api|^(?:my[-_])?(?:openai|service)?[-_]?(?:api|secret|access)?[-_]?(?:key|token)$|^(?:string|secret|password|bearer)$|^sk-$/i;

/** Whether a text only says what belongs in its place. */
export function isPlaceholder(text: string): boolean {
  return placeholder.test(text);
}

/** A constant in capitals: the name of a variable, not a key. */
const constant = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;

/** Reads what stands in a field for a key: the key itself, a reference to a variable, or a placeholder. */
export function readKeyText(text: string): KeyText {
  const bare = withoutSurroundings(text.slice(0, maxKeyLength + 100));
  if (bare === '' || bare.length > maxKeyLength) {
    return {};
  }
  const keyVariable = variableIn(bare);
  if (keyVariable !== undefined) {
    return isOwnName(keyVariable) ? { keyVariable } : {};
  }
  if (notNeeded.test(bare)) {
    return { key: '' };
  }
  if (/\s/.test(bare) || placeholder.test(bare) || bare.startsWith('$')) {
    return {};
  }
  if (constant.test(bare)) {
    return /(?:KEY|TOKEN|SECRET|PAT)$/.test(bare) && isOwnName(bare) ? { keyVariable: bare } : {};
  }
  return /^[\u0021-\u007e]+$/.test(bare) ? { key: bare } : {};
}

/** The variable that a text refers to as a whole. */
export function variableIn(text: string): string | undefined {
  return references
    .map((reference) => reference.exec(text)?.[1])
    .find((name) => name !== undefined);
}

/** The text after `:-` in `${NAME:-text}`. */
export function defaultIn(text: string): string | undefined {
  return /^\$\{\w+:?-([^}]*)\}$/.exec(text)?.[1];
}

/** `YOUR_API_KEY` is what the documentation calls the reader's key, and no variable; neither is `key`. */
function isOwnName(name: string): boolean {
  return (
    /^[A-Z_]/i.test(name) && !/^(?:your|my|input)?_?(?:api)?_?(?:key|token)$|^your/i.test(name)
  );
}

function withoutSurroundings(text: string): string {
  const trimmed = text.trim();
  const inner = /^(["'`])(.*)\1$/s.exec(trimmed)?.[2]?.trim() ?? trimmed;
  return inner.replace(/^Bearer\s+(?=\S)/i, '').trim();
}

/** Whether a word alone looks like a key: by its beginning, or because nothing else looks like it. */
export function isLikelyKey(word: string): boolean {
  const isLong = word.length >= 16 && word.length <= 400 && /^[\w.-]+$/.test(word);
  return (
    isLong &&
    (serviceOfKey(word) !== undefined ||
      /^sk-[\w-]{12,}$/.test(word) ||
      (/^(?:[a-z]{2,10}[-_])[A-Za-z\d_-]{24,}$/.test(word) && /[A-Za-z]\d|\d[A-Za-z]/.test(word)))
  );
}
