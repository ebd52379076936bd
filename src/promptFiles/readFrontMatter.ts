import * as l10n from '@vscode/l10n';
import { type Document, isMap, isScalar, isSeq, type Pair, parseDocument, visit } from 'yaml';
import { isOneOf, isRecord, isString } from '../shared/guards.ts';
import {
  fieldNames,
  type ParameterName,
  parameterProblem,
  type RequestParameters,
} from '../shared/service/requestParameters.ts';
import { visibleText } from '../shared/visibleText.ts';
import { maxName } from './promptName.ts';
import type { PromptProblem } from './frontMatter.ts';

/** What the front matter of a prompt file says (VS Code's documentation, "Use prompt files"). */
export interface FrontMatterFields {
  /** As written. Missing if the file does not give one. */
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  /** IDs or names of models, the preferred one first. */
  readonly models: readonly string[];
  readonly parameters: RequestParameters;
  readonly problems: readonly PromptProblem[];
}

/** In characters. */
const maxDescription = 500;

/** How many models a prompt can name. */
const maxModels = 10;

/** The fields that Parley reads. */
export const knownFields = ['name', 'description', 'model', 'parameters'] as const;

/** Fields of VS Code's own prompt files. Parley has neither tools nor agents. */
const ignoredFields: ReadonlySet<string> = new Set(['agent', 'argument-hint', 'mode', 'tools']);

/** The parameters that a prompt file can suggest. */
export const promptParameters: readonly ParameterName[] = [...fieldNames, 'thinkingEffort'];

const none = { models: [], parameters: {} } as const;

const quietly = { prettyErrors: false, logLevel: 'silent', stringKeys: true } as const;

/** Reads front matter. The places of its problems are places in `yaml`. */
export function readFrontMatter(yaml: string): FrontMatterFields {
  let document: Document.Parsed;
  try {
    document = parseDocument(yaml, quietly);
  } catch {
    return { ...none, problems: [whole(yaml, l10n.t('The front matter cannot be read.'))] };
  }
  const [error] = document.errors;
  if (error !== undefined) {
    const [start, end] = error.pos;
    const message = l10n.t('The front matter is not valid YAML: {0}', error.message.slice(0, 200));
    const problem: PromptProblem = { severity: 'error', message, start, end, isChecked: true };
    return { ...none, ...fieldsByLine(yaml), problems: [problem] };
  }
  if (hasAlias(document)) {
    const message = l10n.t('Aliases are not supported in the front matter.');
    return { ...none, problems: [whole(yaml, message)] };
  }
  const { contents } = document;
  if (contents === null) {
    return { ...none, problems: [] };
  }
  return isMap(contents)
    ? readFieldsOf(contents.items, document)
    : { ...none, problems: [whole(yaml, l10n.t('The front matter must be a list of fields.'))] };
}

/**
 * The fields of front matter that is not YAML as a whole, each read by itself: people write `description: Step 1: look`
 * and `argument-hint: [file] [line]`. Parameters are not among them.
 */
function fieldsByLine(yaml: string): Pick<FrontMatterFields, 'name' | 'description' | 'models'> {
  const written = new Map<string, string>();
  for (const [, name = '', text = ''] of yaml.matchAll(
    /^(name|description|model):[ \t]+(\S.*)$/gm,
  )) {
    written.set(name, written.get(name) ?? text);
  }
  const read = (name: string): readonly string[] | undefined => {
    const text = written.get(name)?.trim();
    return text === undefined ? undefined : (yamlTexts(text) ?? plainTexts(text));
  };
  return {
    name: read('name')?.[0]?.slice(0, maxName),
    description: read('description')?.[0]?.slice(0, maxDescription),
    models: modelNames(read('model')) ?? [],
  };
}

/** What is written behind the name of a field, where that is YAML. */
function yamlTexts(text: string): readonly string[] | undefined {
  try {
    const document = parseDocument(text, quietly);
    return document.errors.length > 0 || hasAlias(document)
      ? undefined
      : textsOf(document.contents);
  } catch {
    return undefined;
  }
}

/** The same where it is a text that should be in quotes. */
function plainTexts(text: string): readonly string[] | undefined {
  return /^[\p{L}\p{N}(]/u.test(text) ? [text.split(' #', 1)[0] ?? ''] : undefined;
}

function hasAlias(document: Document.Parsed): boolean {
  let isFound = false;
  visit(document, {
    Alias() {
      isFound = true;
      return visit.BREAK;
    },
  });
  return isFound;
}

type Say = (message: string, node: unknown, more?: Partial<PromptProblem>) => void;

function readFieldsOf(pairs: readonly Pair[], document: Document.Parsed): FrontMatterFields {
  const problems: PromptProblem[] = [];
  const valueOf = <T>(name: string, read: (pair: Pair, say: Say) => T): T | undefined => {
    const pair = pairs.find((one) => keyOf(one) === name);
    const say: Say = (message, node, more = {}) =>
      problems.push({ severity: 'error', message, ...placeOf(node, pair?.key), ...more });
    return pair && read(pair, say);
  };
  const fields = {
    name: valueOf('name', readText)?.slice(0, maxName),
    description: valueOf('description', readText)?.slice(0, maxDescription),
    models: valueOf('model', readModels) ?? [],
    parameters: valueOf('parameters', (pair, say) => readParameters(pair, document, say)) ?? {},
  };
  return { ...fields, problems: [...problems, ...otherFields(pairs)] };
}

function readText({ key, value }: Pair, say: Say): string | undefined {
  const text = textOf(value);
  if (text === undefined) {
    say(l10n.t('“{0}” must be a string.', keyOf({ key })), value, { isChecked: true });
  }
  return text;
}

function readModels({ value }: Pair, say: Say): readonly string[] | undefined {
  const models = textsOf(value);
  if (models === undefined) {
    say(l10n.t('{0} must be a string or a list of strings.', 'model'), value, { isChecked: true });
  }
  return modelNames(models);
}

function modelNames(texts: readonly string[] | undefined): readonly string[] | undefined {
  return texts?.slice(0, maxModels).map((text) => text.slice(0, maxName));
}

function otherFields(pairs: readonly Pair[]): readonly PromptProblem[] {
  return pairs
    .filter((pair) => !isOneOf(...knownFields)(keyOf(pair)))
    .map((pair) => {
      const name = keyOf(pair);
      const shown = visibleText(name.slice(0, maxName));
      const { start, end } = placeOf(pair.key, pair.value);
      return ignoredFields.has(name)
        ? { severity: 'hint', message: l10n.t('Parley ignores “{0}”.', shown), start, end }
        : {
            severity: 'warning',
            message: unknownField(shown, knownFields),
            start,
            end,
            isChecked: true,
          };
    });
}

function keyOf({ key }: Pick<Pair, 'key'>): string {
  return isScalar(key) ? String(key.value) : '';
}

function unknownField(name: string, known: readonly string[]): string {
  return l10n.t('Parley does not know the field “{0}”. It knows {1}.', name, known.join(', '));
}

function readParameters(
  { key, value }: Pair,
  document: Document.Parsed,
  say: Say,
): RequestParameters {
  if (!isMap(value)) {
    say(l10n.t('“parameters” must be a list of fields, such as “temperature: 0.2”.'), value ?? key);
    return {};
  }
  const read: [string, unknown][] = [];
  for (const pair of value.items) {
    const given = isScalar(pair.key) ? String(pair.key.value) : '';
    const name = promptParameters.find((known) => known === given);
    if (name === undefined) {
      const shown = visibleText(given.slice(0, maxName));
      say(unknownField(shown, promptParameters), pair.key, { severity: 'warning' });
      continue;
    }
    const parameter = plainValue(pair.value, document);
    const problem = parameterProblem(name, parameter ?? null);
    if (problem === undefined) {
      read.push([name, parameter]);
    } else {
      say(problem, rangeOf(pair.value) === undefined ? pair.key : pair.value);
    }
  }
  return Object.fromEntries(read);
}

/** The value of a node as JSON has it. There are no aliases in the document. */
function plainValue(node: unknown, document: Document.Parsed): unknown {
  if (isScalar(node)) {
    return node.value;
  }
  return isMap(node) || isSeq(node) ? node.toJS(document, { maxAliasCount: 0 }) : undefined;
}

function textOf(node: unknown): string | undefined {
  const value = isScalar(node) ? node.value : undefined;
  const text = isString(value) ? value.trim() : '';
  return text === '' ? undefined : text;
}

function textsOf(node: unknown): readonly string[] | undefined {
  const nodes = isSeq(node) ? node.items : [node];
  const texts = nodes.map(textOf).filter((text) => text !== undefined);
  return texts.length === nodes.length && texts.length > 0 ? texts : undefined;
}

/** The place of a node, or of another one if it is missing. */
function placeOf(node: unknown, other: unknown): Pick<PromptProblem, 'start' | 'end'> {
  const [start, end] = rangeOf(node) ?? rangeOf(other) ?? [0, 0];
  return { start, end };
}

function rangeOf(node: unknown): readonly [number, number] | undefined {
  const range = isRecord(node) ? node['range'] : undefined;
  const [start, end]: readonly unknown[] = Array.isArray(range) ? range : [];
  return typeof start === 'number' && typeof end === 'number' && end > start
    ? [start, end]
    : undefined;
}

function whole(yaml: string, message: string): PromptProblem {
  return { severity: 'error', message, start: 0, end: yaml.length };
}
