import { rules } from '@secretlint/secretlint-rule-preset-recommend';
import type { Finding } from '../shared/guard/finding.ts';
import { isRecord, isString } from '../shared/guards.ts';
import { looksReal } from './looksReal.ts';

/** A rule of secretlint's preset: finds secrets of one service. */
interface PresetRule {
  /** Such as `github`. */
  readonly id: string;
  readonly find: (text: string) => readonly Finding[];
}

const idStart = '@secretlint/secretlint-rule-';

/**
 * Rules that are not used, and why. What they look for is found by the files named here. A text that is checked
 * comes from anywhere: no rule may take long, or be switched off by the text.
 */
export const unusedRules: Readonly<Record<string, string>> = {
  'filter-comments': 'a comment in the text would switch rules off',
  gcp: 'reads files; the key in one is found by privateKeys.ts',
  privatekey: 'misses encrypted keys and those of PGP: privateKeys.ts',
  basicauth: 'takes passwords of documentation for real: passwords.ts',
  'database-connection-string': 'as basicauth: passwords.ts',
  github: 'takes more than a second for a megabyte of `ghs_1_a.`: tokenForms.ts',
  npm: 'takes 250 ms for a megabyte of `http://`: tokenForms.ts',
  sendgrid: 'takes 300 ms for a megabyte of `SG.`: tokenForms.ts',
};

/** How services write their names, where that is not the ID of the rule with a capital. */
const names: Readonly<Record<string, string>> = {
  '1password': '1Password',
  aws: 'AWS',
  gitlab: 'GitLab',
  'hashicorp-vault': 'HashiCorp Vault',
  huggingface: 'Hugging Face',
  openai: 'OpenAI',
};

/** The number of an account is no secret. */
const harmless: ReadonlySet<string> = new Set(['AWSAccountID']);

/** Rules that must also match within a word, such as `MY_AWS_SECRET_ACCESS_KEY`. */
const withinWords: ReadonlySet<string> = new Set(['aws']);

/** The rules of the preset that are used. Throws if the preset has another form than it has today. */
export function presetRules(): readonly PresetRule[] {
  const all: readonly unknown[] = rules;
  return all.flatMap((rule) => {
    const made = presetRule(rule);
    return Object.hasOwn(unusedRules, made.id) ? [] : [made];
  });
}

function presetRule(rule: unknown): PresetRule {
  const { meta, create } = isRecord(rule) ? rule : {};
  const id = isRecord(meta) && isString(meta['id']) ? meta['id'].replace(idStart, '') : undefined;
  if (id === undefined || typeof create !== 'function') {
    throw new TypeError('A rule of the preset is not as expected.');
  }
  return { id, find: (text) => findWith(id, create, text) };
}

/** What a rule says of a match: the ID of a message and what is filled in, among others the secret. */
interface Said {
  readonly messageId: string;
  readonly values: readonly string[];
}

function findWith(id: string, create: CallableFunction, text: string): readonly Finding[] {
  const found: Finding[] = [];
  const context = {
    createTranslator: () => said,
    report: ({ message, range }: { message: Said; range: readonly [number, number] }) => {
      const finding = findingOf(id, message, range[0], text);
      if (finding !== undefined) {
        found.push(finding);
      }
    },
  };
  const made: unknown = create(context, { enableIDScanRule: true });
  if (isRecord(made) && typeof made['file'] === 'function') {
    const content = withinWords.has(id) ? text : new TextOfWords(text);
    made['file']({ content, filePath: '', ext: '', contentType: 'text' });
  }
  return found;
}

function said(messageId: string, filledIn: unknown): Said {
  return { messageId, values: isRecord(filledIn) ? Object.values(filledIn).filter(isString) : [] };
}

/**
 * The ranges of some rules are wrong, those of keys after a name for example. The secret itself is among what is
 * filled in to the message: the longest text of it that stands in the checked text.
 */
function findingOf(
  id: string,
  { messageId, values }: Said,
  from: number,
  text: string,
): Finding | undefined {
  const [value] = values
    .filter((each) => each !== '' && text.startsWith(each, text.indexOf(each, from)))
    .toSorted((one, other) => other.length - one.length);
  if (value === undefined || harmless.has(messageId) || !looksReal(value)) {
    return undefined;
  }
  const start = text.indexOf(value, from);
  const kind = /webhook/i.test(messageId) ? 'webhook' : /token/i.test(messageId) ? 'token' : 'key';
  return { kind, subject: nameOf(id), start, end: start + value.length };
}

function nameOf(id: string): string {
  return names[id] ?? `${id.charAt(0).toUpperCase()}${id.slice(1)}`;
}

/**
 * A text in which matches begin only where a word begins. Nearly all rules look for a prefix with a bounded number
 * of characters after it: where prefixes follow each other without end, each would be tried in vain.
 */
class TextOfWords extends String {
  override matchAll(expression: RegExp): RegExpStringIterator<RegExpExecArray> {
    return this.valueOf().matchAll(fromWordStart(expression));
  }
}

const fromWordStarts = new Map<string, RegExp>();

function fromWordStart({ source, flags }: RegExp): RegExp {
  const key = `${flags}/${source}`;
  const known = fromWordStarts.get(key);
  if (known !== undefined) {
    return known;
  }
  const made = new RegExp(`(?<![\\w-])(?:${source})`, flags);
  fromWordStarts.set(key, made);
  return made;
}
