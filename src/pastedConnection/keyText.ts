import { labelOf } from './labels.ts';
import type { PastedConnection } from './pastedConnection.ts';
import { plainName, serviceOfKey } from './servicesByName.ts';

/** Longer texts are no keys. A token of an identity service has some thousand characters. */
const maxKeyLength = 8000;

/** Ways to name an environment variable, whose name is the first group: in brackets, after a mark, in a program. */
const references: readonly RegExp[] = [
  /^(?:\$\{\{?|\{\{|#?\{(?=[\w$.]{0,20}(?:env|ENV|environ)[:.])) ?(?:(?:env|localEnv):|(?:[\w$]+\.)+)?(\w+)(?:(?::?[-=?]|(?<=[A-Z\d]):)[^}]*)? ?\}{1,2}$/,
  /^(?:\$(?:env:)?|%(?=\w+%$)|env[:.])(\w+)%?$/i,
  /^[$#]?\{.{1,60}["'](\w+)["'].{0,20}\}$/,
  /^(?:[\w.]+\.)?(?:get)?env(?:iron)?(?:\.(?:get|fetch))?(?:[./]|[[(]["'])(\w+)(?:["'][\])])?!?$/i,
];

/** Values that local servers accept in place of a key, and say so in their documentation. */
const notNeeded =
  /^(?:empty|none|null|nil|no|na|x|(?:sk)?no(?:t)?(?:key)?(?:needed|required)?|keynotneeded|unused|ignored?|anything|any|(?:sk)?dummy(?:key)?|ollama|lmstudio|local|localhost|vllm|fake(?:key)?)$/;

/** What documentation writes where the reader's own key belongs. */
const placeholder =
  /^<|>$|^\[|\]$|^\(|[{}]|\.{3}|…|\*{3}|•{2}|x{4}|^user_provided$|(?:^|[-_ ])(?:your|insert|replace|paste|enter|example|placeholder|redacted|change-?me|here|todo)(?:$|[-_ ])|^your|your-?api|^(?:string|password)$|^sk-$/i;

/** A constant in capitals: the name of a variable, not a key. */
const constant = /^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$/;

/** `YOUR_API_KEY` is what the documentation calls the reader's key, and no variable; neither is `key`. */
const ownName = /^(?!(?:your|my|input)?_?(?:api)?_?(?:key|token)$|your)[A-Z_]/i;

/** Reads what stands in a field for a key: the key itself, a reference to a variable, or a placeholder. */
export function readKeyText(text: string): PastedConnection {
  const bare = text.slice(0, maxKeyLength + 100).trim();
  const isConstant = constant.test(bare);
  const name = isConstant && !placeholder.test(bare) ? bare : variableIn(bare);
  if (name !== undefined || isConstant) {
    return name !== undefined && ownName.test(name) ? { keyVariable: name } : {};
  }
  if (bare === '-' || notNeeded.test(plainName(bare))) {
    return { key: '' };
  }
  // An address is one of a secret, such as `op://…`.
  const isWord = /^(?!\$|\W*$|\w+:\/\/)[\u0021-\u007e]+$/.test(bare) && bare.length <= maxKeyLength;
  // The name of a key says what belongs in its place, too.
  const isName = placeholder.test(bare) || (!/\d/.test(bare) && labelOf(bare).role === 'key');
  return isWord && !isName ? { key: bare } : {};
}

/** The variable that a text refers to as a whole. */
export function variableIn(text: string): string | undefined {
  return references
    .map((reference) => reference.exec(text)?.[1])
    .find((name) => name !== undefined);
}

/** Whether a word alone looks like a key: by its beginning, or because nothing else looks like it. */
export function isLikelyKey(word: string): boolean {
  const isLong = /^[\w.-]{16,400}$/.test(word);
  return (
    isLong &&
    (serviceOfKey(word) !== undefined ||
      /^sk-[\w-]{12,}$/.test(word) ||
      (/^(?:[a-z]{2,10}[-_])[A-Za-z\d_-]{24,}$/.test(word) && /[A-Za-z]\d|\d[A-Za-z]/.test(word)))
  );
}
