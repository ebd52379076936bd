import { addressesIn, isLikelyService, readAddressText } from './addressText.ts';
import { type Candidate, candidateOf } from './candidate.ts';
import { fieldRole } from './fieldRoles.ts';
import { readKeyText } from './keyText.ts';
import { serviceOfAddress, serviceOfKey } from './servicesByName.ts';

/** Lines that are read. */
const maxLines = 4000;
const maxLineLength = 4000;

/** `Base URL: …`, `| API key | … |`, `- **Model** → …`. */
const labelled =
  /^([\p{L}\p{N}][\p{L}\p{N} _./()-]{1,40}?)\s{0,4}(?::|=|\||→|->|–|—|\t)\s{0,4}(\S.*)$/u;

/**
 * Reads running text: lines with a label, addresses of services and keys that stand alone. An address of which
 * nothing says that it is a service's is taken only if the text is nothing else.
 */
export function readLabels(text: string): readonly Candidate[] {
  const only = onlyContent(text);
  if (only.length > 0) {
    return only;
  }
  const lines = text
    .split('\n')
    .slice(0, maxLines)
    .map((line) => line.slice(0, maxLineLength));
  const candidates: Candidate[] = [];
  let label: string | undefined;
  for (const whole of lines) {
    const line = withoutMarks(whole);
    const [, name = '', value = ''] = labelled.exec(line) ?? [];
    const role = roleOfLabel(name) ?? (label === undefined ? undefined : roleOfLabel(label));
    const content = roleOfLabel(name) === undefined ? line : value;
    const [first = ''] = content.split(/\s/, 1);
    const isSentence = role === 'key' && /\s\S/.test(content.replace(/^Bearer\s/i, ''));
    if (role !== undefined && !isSentence && content !== '') {
      const found = candidateOf({ [fieldOf(role)]: role === 'address' ? first : content });
      candidates.push(...(isEmpty(found) ? [] : [found]));
    } else if (role === undefined) {
      candidates.push(...looseCandidates(line));
    }
    // A label may stand above its value.
    label = role === undefined && line !== '' ? line.replace(/:$/, '') : undefined;
  }
  return candidates;
}

function roleOfLabel(name: string): 'address' | 'key' | 'model' | undefined {
  const bare = name.replace(/^(?:your|the|my|openai)\s/i, '').replace(/\s?\([^()]*\)$/, '');
  const role = fieldRole(bare.replace(/\s/g, ''));
  return role === 'address' || role === 'key' || role === 'model' ? role : undefined;
}

function fieldOf(role: 'address' | 'key' | 'model'): string {
  return role === 'address' ? 'url' : role;
}

/** Without what Markdown adds to a line. */
function withoutMarks(line: string): string {
  return line
    .trim()
    .replace(/^(?:[-*+>|#]|\d{1,3}[.)])[\s|]{1,8}/, '')
    .replaceAll(/\*\*|__|`/g, '')
    .replace(/\s{0,8}\|\s{0,8}$/, '')
    .trim();
}

function looseCandidates(line: string): readonly Candidate[] {
  const addresses = addressesIn(line)
    .map((address) => address.replace(/(?<![.,:!?])[.,:!?]+$/, ''))
    .filter(
      (address) =>
        isLikelyService(address) ||
        (serviceOfAddress(address) !== undefined && /^https?:\/\/api\.|\/v\d/.test(address)),
    )
    .map((url) => candidateOf({ url }));
  const keys = line
    .split(/[\s"'`,;()<>]+/, 400)
    .map((word) => word.replace(/[.!?:]$/, ''))
    .filter(
      (word) =>
        word.length >= 16 && word.length <= 400 && !word.includes('://') && isLikelyKey(word),
    )
    .flatMap((word) => {
      const { key } = readKeyText(word);
      return key === undefined || key === '' ? [] : [candidateOf({ key })];
    });
  return [...addresses, ...keys];
}

/** Whether a word alone looks like a key: by its beginning, or because nothing else looks like it. */
function isLikelyKey(word: string): boolean {
  return (
    serviceOfKey(word) !== undefined ||
    /^sk-[\w-]{12,}$/.test(word) ||
    (/^(?:[a-z]{2,10}[-_])[A-Za-z\d_-]{24,}$/.test(word) &&
      /\d/.test(word) &&
      /[A-Za-z]{1}\d|\d[A-Za-z]/.test(word))
  );
}

/** The text is nothing but an address, or a name of a service with a key. */
function onlyContent(text: string): readonly Candidate[] {
  const words = text.trim().split(/\s+/, 3);
  const [first = '', second = ''] = words;
  const address = readAddressText(first);
  if (words.length > 2 || address === undefined) {
    return [];
  }
  const candidate = candidateOf({ url: first, ...(second === '' ? {} : { key: second }) });
  return isEmpty(candidate) ? [] : [candidate];
}

function isEmpty({ baseUrl, addressTemplate, key, keyVariable, model }: Candidate): boolean {
  return [baseUrl, addressTemplate, key, keyVariable, model].every((part) => part === undefined);
}
