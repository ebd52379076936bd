import { isString } from '../shared/guards.ts';
import type { Candidate } from './candidate.ts';
import { combine } from './combine.ts';
import { readAddressText } from './addressText.ts';
import { readKeyText, variableIn } from './keyText.ts';
import { maxPastedLength, type PastedReading } from './pastedConnection.ts';
import { readCode } from './readCode.ts';
import { readCommands } from './readCommands.ts';
import { readHttpRequests } from './readHttpRequests.ts';
import { readLabels } from './readLabels.ts';
import { readJson, readToml, readYaml } from './readSettings.ts';
import type { ReadTree } from './readTree.ts';
import { readVariables, type Variable, variablesIn } from './readVariables.ts';

/**
 * Reads connections out of any text: a command, a file of settings, environment variables, a program, or running text
 * with one of these in it. Nothing in it is carried out, and no file that it names is read. The time is linear in the
 * text but for the nesting of what is in it, which is limited.
 */
export function readPastedText(pasted: string): PastedReading {
  if (pasted.length > maxPastedLength) {
    return { kind: 'tooLong' };
  }
  const text = tidied(pasted);
  const variables = variablesIn(text);
  const substituted = withVariables(text, variables);
  const blocks = blocksOf(substituted);
  const read = blocks.map(readBlock);
  const candidates = [
    ...read.flatMap(({ candidates }) => candidates),
    ...readVariables([...variables, ...read.flatMap(({ variables }) => variables)]),
  ];
  const values = new Map(variables.filter(isValue));
  const complete = candidates.map((candidate) => withValues(candidate, values));
  const found = combine(complete);
  return found.length === 0 ? { kind: 'nothing' } : { kind: 'connections', connections: found };
}

/** One kind of line break, and straight quotes: pages show others than what was written. */
function tidied(text: string): string {
  return text
    .replace(/^\uFEFF/, '')
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\u200B\u2060]/g, '')
    .replaceAll('\u00A0', ' ')
    .replaceAll(/[“”„]/g, '"')
    .replaceAll(/[‘’]/g, "'");
}

function isValue([, value]: Variable): boolean {
  return (
    value !== '' && value.length <= 500 && !value.includes('$') && variableIn(value) === undefined
  );
}

/** With the values that the text itself gives to the variables that a part of it names. */
function withValues(candidate: Candidate, values: ReadonlyMap<string, string>): Candidate {
  const { addressTemplate = '', keyVariable = '' } = candidate;
  const address = readAddressText(values.get(variableIn(addressTemplate) ?? '') ?? '');
  const key = readKeyText(values.get(keyVariable) ?? '').key;
  return {
    ...candidate,
    ...(address?.baseUrl === undefined
      ? {}
      : { baseUrl: address.baseUrl, addressTemplate: undefined }),
    ...(key === undefined ? {} : { key, keyVariable: undefined }),
  };
}

const reference = /\$\{(\w{1,80})\}|\$env:(\w{1,80})|\$(\w{1,80})|%(\w{1,80})%|\{env:(\w{1,80})\}/g;

/** Puts the values in that the text itself gives to variables, as far as they are no references themselves. */
function withVariables(text: string, variables: readonly Variable[]): string {
  const values = new Map(variables.filter(isValue));
  if (values.size === 0) {
    return text;
  }
  let length = text.length;
  return text.replaceAll(reference, (whole, ...groups: unknown[]) => {
    const name = groups.slice(0, 5).find(isString) ?? '';
    const value = values.get(name) ?? whole;
    length += value.length - whole.length;
    return length > maxPastedLength ? whole : value;
  });
}

/** The blocks of code in Markdown, each by itself, and the text around them; the whole text if there are none. */
function blocksOf(text: string): readonly string[] {
  const blocks: string[][] = [[]];
  let fence: string | undefined;
  const around: string[] = [];
  for (const line of text.split('\n')) {
    const mark = /^\s{0,12}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark === undefined) {
      (fence === undefined ? around : blocks.at(-1))?.push(line);
    } else if (fence === undefined) {
      fence = mark;
      blocks.push([]);
    } else if (mark.startsWith(fence)) {
      fence = undefined;
    }
  }
  const fenced = blocks.map((lines) => lines.join('\n')).filter((block) => block.trim() !== '');
  return [...fenced, around.join('\n')].slice(0, maxBlocks);
}

const maxBlocks = 100;

const nothing: ReadTree = { candidates: [], variables: [] };

/** The readers in their order: what one understands as a connection is not read as something else. */
const readers: readonly ((text: string) => ReadTree)[] = [
  (text) => ({ ...nothing, candidates: readCommands(text) }),
  (text) => ({ ...nothing, candidates: readHttpRequests(text) }),
  readToml,
  readJson,
  (text) => readYaml(text, { isStrict: true }),
  (text) => ({ ...nothing, candidates: readCode(text) }),
  (text) => readYaml(text, { isStrict: false }),
  (text) => ({ ...nothing, candidates: readLabels(text) }),
];

function readBlock(text: string): ReadTree {
  const others: ReadTree[] = [];
  for (const read of readers) {
    const found = read(text);
    if ([...found.candidates, ...readVariables(found.variables)].some(isUseful)) {
      return found;
    }
    others.push(found);
  }
  return {
    candidates: others.flatMap(({ candidates }) => candidates),
    variables: others.flatMap(({ variables }) => variables),
  };
}

/** Whether something says where the connection leads to. */
function isUseful({
  baseUrl,
  addressTemplate,
  service,
  azure,
  key,
  keyVariable,
  model,
}: Candidate): boolean {
  const isKnown = service !== undefined || azure !== undefined;
  return (
    baseUrl !== undefined ||
    addressTemplate !== undefined ||
    (isKnown && [key, keyVariable, model].some((part) => part !== undefined))
  );
}
