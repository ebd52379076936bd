import * as l10n from '@vscode/l10n';
import { keyPlaceholder } from '../shared/service/keyPlaceholder.ts';
import { ServiceError } from './serviceError.ts';

/**
 * Throws `ServiceError` of kind `badRequest` if a parameter of the query, or a segment of the path, looks
 * like a key: addresses are logged and shown, and everything between here and the service may keep them. The
 * message repeats no value.
 */
export function refuseKeysIn({ pathname, searchParams }: URL): void {
  const found = [...searchParams].find(
    ([name, value]) => soundsLikeKey(name) || looksLikeKey(name) || looksLikeKey(value),
  );
  if (found !== undefined || pathname.split('/').some(hasKeyPrefix)) {
    const [name] = found ?? [''];
    const advice = l10n.t(
      'Enter it as the API key. If the service expects it in a header, write {0} in the header’s value.',
      keyPlaceholder,
    );
    throw new ServiceError(
      'badRequest',
      soundsLikeKey(name) && name.length <= maxShownName
        ? l10n.t('The address must not contain a key, as in “{0}”. {1}', name, advice)
        : l10n.t('The address must not contain a key. {0}', advice),
    );
  }
}

/** In characters. */
const maxShownName = 40;

const keyWords: ReadonlySet<string> = new Set([
  'auth',
  'authorization',
  'bearer',
  'credentials',
  'jwt',
  'pass',
  'pwd',
  'sig',
]);

const keyEnding = /(?:key|token|secret|password|passwd|signature|credential)$/;

/** Whether a parameter's name has a word such as `key` in it: `api-key`, `subscriptionKey`, `access_token`. */
function soundsLikeKey(name: string): boolean {
  const words = name
    .replaceAll(/[a-z](?=[A-Z])/g, '$&-')
    .toLowerCase()
    .split(/[^a-z\d]/);
  return words.some((word) => keyWords.has(word) || keyEnding.test(word));
}

/** What the keys of services begin with, and tokens. */
const keyPrefix =
  /^(?:sk-|sk_|gsk_|csk-|xai-|pplx-|nvapi-|hf_|fw_|gh[a-z]_|github_pat_|AIza|eyJ|Bearer\s)/;

function hasKeyPrefix(text: string): boolean {
  return text.length >= 20 && /\d/.test(text) && keyPrefix.test(text);
}

/** Whether a text is a key by its beginning, or by letters and digits in a row without a pause. */
export function looksLikeKey(text: string): boolean {
  const runs = text.split(/[^A-Za-z\d]/).filter((run) => run.length >= 24);
  return hasKeyPrefix(text) || runs.some((run) => /\d/.test(run) && /[A-Za-z]/.test(run));
}
