import { isRecord, type WireObject } from '../shared/guards.ts';
import { type Candidate, candidateOf } from './candidate.ts';
import { readValues } from './readCode.ts';
import { shellWords } from './shellWords.ts';

/** A request as a command line describes it. */
interface Request {
  readonly urls: readonly string[];
  readonly headers: readonly (readonly [string, string])[];
  /** Texts of its body, and fields of it. */
  readonly data: readonly string[];
  readonly fields: WireObject;
}

/** Commands in one text that are read; more are the pages of a whole manual. */
const maxCommands = 100;

/** Reads requests that are written as commands: curl, wget, HTTPie and its like. Nothing is carried out. */
export function readCommands(text: string): readonly Candidate[] {
  if (!/\b(?:curl|wget|https?|xh|xhs)(?:\.exe)?[\s^]/.test(text)) {
    return readOptions(text);
  }
  return commandsIn(withHereDocuments(text))
    .slice(0, maxCommands)
    .flatMap(([program, words]) => {
      const request = /^(?:http|https|xh|xhs)$/.test(program)
        ? httpieRequest(program, words)
        : curlRequest(words);
      return request.urls.length === 0 ? [] : [candidateOfRequest(request)];
    });
}

const option =
  /(?<=\s)--([a-z][a-z-]{2,40})[ =]("[^"\n]{1,2000}"|'[^'\n]{1,2000}'|[^\s"']{1,2000})/g;

/** Reads the options of a program that connects to a service: `--openai-api-base … --openai-api-key …`. */
function readOptions(text: string): readonly Candidate[] {
  const options = [...text.matchAll(option)].slice(0, maxCommands);
  const fields = options.map(([, name = '', value = '']) => [
    name,
    value.replace(/^(["'])(.*)\1$/, '$2'),
  ]);
  const candidate = candidateOf(Object.fromEntries(fields), {
    hasProviderInModel: /\baider\b/.test(text),
  });
  // Servers have options of the same names.
  return candidate.baseUrl === undefined ? [] : [candidate];
}

function candidateOfRequest({ urls, headers, data, fields }: Request): Candidate {
  const bodies = data.flatMap((text) => readValues(text).filter(isRecord));
  const candidate = candidateOf({
    url: urls[0],
    // Pairs instead of an object: an object would have its integer-like names first.
    headers: headers.map(([name, value]) => `${name}: ${value}`),
    body: Object.assign({}, ...bodies, fields),
  });
  return candidate;
}

const hereDocument = /<<-?[ \t]{0,4}(["']?)([A-Za-z]\w{0,40})\1[^\n]{0,200}\n/;

/** The lines of a here-document as a value in quotes, at the place that names it. */
function withHereDocuments(text: string): string {
  let rest = text;
  let before = '';
  for (let count = 0; count < maxCommands; count += 1) {
    const start = hereDocument.exec(rest);
    const close =
      start === null ? -1 : rest.indexOf(`\n${start[2]}`, start.index + start[0].length - 1);
    if (start === null || close < 0) {
      break;
    }
    const content = rest.slice(start.index + start[0].length, close);
    before += `${rest.slice(0, start.index)} -d '${content.replaceAll("'", "'\\''")}'`;
    rest = rest.slice(close + 1 + (start[2] ?? '').length);
  }
  return before + rest;
}

type Command = readonly [program: string, words: readonly string[]];

function commandsIn(text: string): readonly Command[] {
  const commands: [string, string[]][] = [];
  let current: string[] | undefined;
  let isBefore = true;
  for (const { text: word, isFirst } of shellWords(text)) {
    isBefore = isFirst || (isBefore && /^(?:[$>%#]|sudo|time|PS.*>|\w+=.*|.*[$#>%])$/.test(word));
    if (isFirst) {
      current = undefined;
    }
    const program = /^(?:.*[\\/])?(curl|wget|https?|xhs?)(?:\.exe)?$/i
      .exec(word.slice(0, 500))?.[1]
      ?.toLowerCase();
    // Text that was made one line has its commands somewhere in it.
    if (
      program !== undefined &&
      (isBefore || (current === undefined && /^(?:curl|wget)$/.test(program)))
    ) {
      current = [];
      isBefore = false;
      commands.push([program, current]);
    } else {
      current?.push(word);
    }
  }
  return commands;
}

/** What the options of curl and wget that matter here have as their value. */
const valued = new Map<string, 'header' | 'data' | 'url' | 'user' | 'token' | 'other'>([
  ...'-H --header'.split(' ').map((name) => [name, 'header'] as const),
  ...'-d --data --data-raw --data-binary --data-ascii --data-urlencode --json --post-data --body-data'
    .split(' ')
    .map((name) => [name, 'data'] as const),
  ['--url', 'url'],
  ['-u', 'user'],
  ['--user', 'user'],
  ['--oauth2-bearer', 'token'],
  ...(
    '-X --request -A --user-agent -e --referer -b --cookie -c --cookie-jar -o --output -w --write-out -m --max-time ' +
    '-x --proxy -F --form -T --upload-file --connect-timeout -K --config --cacert -E --cert --key --resolve --retry ' +
    '-D --dump-header --limit-rate --method -O --output-document --timeout --tries -Y -y -r --range -C -z -t -P'
  )
    .split(' ')
    .map((name) => [name, 'other'] as const),
]);

function curlRequest(words: readonly string[]): Request {
  const urls: string[] = [];
  const headers: [string, string][] = [];
  const data: string[] = [];
  const take = (kind: string | undefined, value: string) => {
    if (kind === 'header') {
      headers.push(headerOf(value));
    } else if (kind === 'data' && !value.startsWith('@')) {
      data.push(value);
    } else if (kind === 'url') {
      urls.push(value);
    } else if (kind === 'token') {
      headers.push(['Authorization', `Bearer ${value}`]);
    } else if (kind === 'user') {
      headers.push(['Authorization', basicOf(value)]);
    }
  };
  for (let index = 0; index < words.length; index += 1) {
    const word = words[index] ?? '';
    if (!word.startsWith('-') || word === '-') {
      if (isAddress(word)) {
        urls.push(word);
      } else if (urls.length > 0 && /^[{[]/.test(word)) {
        data.push(word);
      }
      continue;
    }
    const { kind, value } = optionOf(word);
    if (kind !== undefined && value === undefined) {
      index += 1;
      take(kind, words[index] ?? '');
    } else {
      take(kind, value ?? '');
    }
  }
  return { urls, headers, data, fields: {} };
}

/** An option, with its value if that is part of the same word: `--header=…`, `-H…`, `-sSH …`. */
function optionOf(word: string): { readonly kind?: string | undefined; readonly value?: string } {
  if (word.startsWith('--')) {
    const equals = word.indexOf('=');
    return equals < 0
      ? { kind: valued.get(word) }
      : { kind: valued.get(word.slice(0, equals)), value: word.slice(equals + 1) };
  }
  for (let index = 1; index < Math.min(word.length, 12); index += 1) {
    const kind = valued.get(`-${word.charAt(index)}`);
    if (kind !== undefined) {
      return index === word.length - 1 ? { kind } : { kind, value: word.slice(index + 1) };
    }
  }
  return {};
}

function headerOf(text: string): [string, string] {
  const colon = text.indexOf(':');
  return colon < 0 ? [text, ''] : [text.slice(0, colon).trim(), text.slice(colon + 1).trim()];
}

function isAddress(word: string): boolean {
  return (
    /^https?:\/\//i.test(word) ||
    /^(?:localhost|[\w-]+(?:\.[\w-]+)+)(?::\d+)?(?:\/|$)/.test(word) ||
    /^\$\{?\w+\}?\//.test(word)
  );
}

/** RFC 7617. A reference to a variable is no user name. */
function basicOf(user: string): string {
  return user.includes('$') || !/^[\u0020-\u007e]{1,2000}$/.test(user)
    ? 'Basic <user>'
    : `Basic ${btoa(user)}`;
}

/** HTTPie's `METHOD URL Name:value field=text field:=json`. */
function httpieRequest(program: string, words: readonly string[]): Request {
  const urls: string[] = [];
  const headers: [string, string][] = [];
  const fields: Record<string, unknown> = Object.create(null);
  let token: string | undefined;
  words.forEach((word, index) => {
    const item = /^([\w.-]{1,200})(:=|==|=|:)(.*)$/s.exec(word);
    const before = words[index - 1] ?? '';
    if (/^(?:-a|--auth)$/.test(before)) {
      token = word;
    } else if (word.startsWith('-') || /^(?:-A|--auth-type)$/.test(before)) {
      return;
    } else if (urls.length === 0 && (isAddress(word) || /^:\d+/.test(word))) {
      const scheme = program === 'http' || program === 'xh' ? 'http' : 'https';
      const address = word.startsWith(':') ? `localhost${word}` : word;
      urls.push(/^https?:/i.test(address) ? address : `${scheme}://${address}`);
    } else if (item !== null) {
      const [, name = '', operator, value = ''] = item;
      if (operator === ':') {
        headers.push([name, value.trim()]);
      } else if (operator === '=') {
        fields[name] = value;
      } else if (operator === ':=') {
        const [read] = readValues(`[${value}]`);
        fields[name] = Array.isArray(read) ? (read[0] ?? undefined) : undefined;
      }
    }
  });
  if (token !== undefined) {
    headers.push(['Authorization', words.includes('bearer') ? `Bearer ${token}` : basicOf(token)]);
  }
  return { urls, headers, data: [], fields };
}
