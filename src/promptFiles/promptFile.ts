import * as l10n from '@vscode/l10n';
import { isMap, isScalar, isSeq, type Pair, parseDocument, visit, type Document } from 'yaml';
import { isRecord, isString } from '../shared/guards.ts';
import {
  fieldNames,
  parameterProblem,
  type ParameterName,
  type RequestParameters,
} from '../shared/service/requestParameters.ts';
import { visibleText } from '../shared/visibleText.ts';
import { findFrontMatter } from './frontMatter.ts';
import { maxDescription, maxModels, maxName, maxPromptText } from './limits.ts';
import type { PromptProblem } from './promptProblem.ts';
import { isVariable, variablesIn, type VariableUse } from './variables.ts';

/** What a prompt file says (VS Code's documentation, "Use prompt files"). */
export interface PromptFile {
  /** As written. Missing if the file does not give one. */
  readonly name?: string | undefined;
  readonly description?: string | undefined;
  /** IDs or names of models, the preferred one first. */
  readonly models: readonly string[];
  readonly parameters: RequestParameters;
  /** What comes after the front matter. */
  readonly body: string;
  /** The variables of the body, with places in the body. */
  readonly variables: readonly VariableUse[];
  readonly problems: readonly PromptProblem[];
}

/** The fields that Parley reads. */
export const readFields = ['name', 'description', 'model', 'parameters'] as const;

/** Fields of VS Code's own prompt files. Parley has neither tools nor agents. */
const ignoredFields: ReadonlySet<string> = new Set(['agent', 'argument-hint', 'mode', 'tools']);

/** The parameters that a prompt file can suggest. */
export const promptParameters: readonly ParameterName[] = [...fieldNames, 'thinkingEffort'];

const none = { models: [], parameters: {} } as const;

/** Reads a prompt file without a byte order mark. It always has a body; whatever is wrong is among its problems. */
export function readPromptFile(given: string): PromptFile {
  const text = given.slice(0, maxPromptText);
  const { yaml, yamlStart, bodyStart, problem } = findFrontMatter(text);
  const body = text.slice(bodyStart);
  const variables = variablesIn(body);
  const read = yaml === undefined ? { ...none, problems: [] } : readYaml(yaml);
  const moved = read.problems.map((one) => ({
    ...one,
    start: one.start + yamlStart,
    end: one.end + yamlStart,
  }));
  return {
    ...read,
    body,
    variables,
    problems: [
      ...(problem === undefined ? [] : [problem]),
      ...moved,
      ...unknownVariables(variables, bodyStart),
      ...(given.length > text.length ? [tooLong(text.length)] : []),
    ],
  };
}

type Read = Pick<PromptFile, 'name' | 'description' | 'models' | 'parameters' | 'problems'>;

function readYaml(yaml: string): Read {
  let document: Document.Parsed;
  try {
    document = parseDocument(yaml, { prettyErrors: false, logLevel: 'silent', stringKeys: true });
  } catch {
    return { ...none, problems: [whole(yaml, l10n.t('The front matter cannot be read.'))] };
  }
  const [error] = document.errors;
  if (error !== undefined) {
    const [start, end] = error.pos;
    const message = l10n.t('The front matter is not valid YAML: {0}', error.message.slice(0, 200));
    return { ...none, problems: [{ severity: 'error', message, start, end, isChecked: true }] };
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

function readFieldsOf(pairs: readonly Pair[], document: Document.Parsed): Read {
  const problems: PromptProblem[] = [];
  let read: Omit<Read, 'problems'> = none;
  for (const pair of pairs) {
    const key = isScalar(pair.key) ? String(pair.key.value) : '';
    const say = (message: string, node: unknown = pair.value, more: Partial<PromptProblem> = {}) =>
      problems.push({ severity: 'error', message, ...placeOf(node, pair.key), ...more });
    switch (key) {
      case 'name':
      case 'description': {
        const value = textOf(pair.value);
        if (value === undefined) {
          say(l10n.t('“{0}” must be a text.', key), pair.value, { isChecked: true });
        } else {
          read = { ...read, [key]: value.slice(0, key === 'name' ? maxName : maxDescription) };
        }
        break;
      }
      case 'model': {
        const models = textsOf(pair.value);
        if (models === undefined) {
          say(l10n.t('“model” must be a text or a list of texts.'), pair.value, {
            isChecked: true,
          });
        } else {
          read = { ...read, models: models.slice(0, maxModels) };
        }
        break;
      }
      case 'parameters':
        read = { ...read, parameters: readParameters(pair, document, say) };
        break;
      default: {
        const shown = visibleText(key.slice(0, maxName));
        if (ignoredFields.has(key)) {
          say(l10n.t('Parley ignores “{0}”.', shown), pair.key, { severity: 'hint' });
        } else {
          say(unknownField(shown), pair.key, { severity: 'warning', isChecked: true });
        }
      }
    }
  }
  return { ...read, problems };
}

function unknownField(name: string): string {
  return l10n.t('Parley does not know the field “{0}”. It knows {1}.', name, readFields.join(', '));
}

function readParameters(
  { key, value }: Pair,
  document: Document.Parsed,
  say: (message: string, node?: unknown, more?: Partial<PromptProblem>) => void,
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
      const known = promptParameters.join(', ');
      const shown = visibleText(given.slice(0, maxName));
      say(l10n.t('Unknown parameter “{0}”. Parley knows {1}.', shown, known), pair.key, {
        severity: 'warning',
      });
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
  return texts.length === nodes.length && texts.length > 0
    ? texts.map((text) => text.slice(0, maxName))
    : undefined;
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

function tooLong(end: number): PromptProblem {
  const message = l10n.t('The file is too long. The rest of it is not used.');
  return { severity: 'error', message, start: Math.max(0, end - 1), end };
}

function unknownVariables(
  variables: readonly VariableUse[],
  bodyStart: number,
): readonly PromptProblem[] {
  return variables
    .filter(({ name, isInCode }) => name !== 'input' && !isVariable(name) && !isInCode)
    .map(({ name, start, end }) => ({
      severity: 'warning',
      message: l10n.t('Unknown variable “{0}”. It is sent as it is written.', visibleText(name)),
      start: start + bodyStart,
      end: end + bodyStart,
    }));
}
