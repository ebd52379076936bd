import * as l10n from '@vscode/l10n';
import { visibleText } from '../shared/visibleText.ts';
import { fileReferencesIn } from './fileReferences.ts';
import { findFrontMatter, type PromptProblem } from './frontMatter.ts';
import { type FrontMatterFields, readFrontMatter } from './readFrontMatter.ts';
import { isVariable, variablesIn, type VariableUse } from './variables.ts';

/** What is read of a prompt file, in characters. A larger file is not a prompt that anyone wrote. */
export const maxPromptText = 262_144;

/** What a prompt file says. */
export interface PromptFile extends FrontMatterFields {
  /** What comes after the front matter. */
  readonly body: string;
  /** The variables of the body, with places in the body. */
  readonly variables: readonly VariableUse[];
}

/** Reads a prompt file without a byte order mark. It always has a body; whatever is wrong is among its problems. */
export function readPromptFile(given: string): PromptFile {
  const text = given.slice(0, maxPromptText);
  const { yaml, yamlStart, bodyStart, problem } = findFrontMatter(text);
  const body = text.slice(bodyStart);
  const variables = variablesIn(body);
  const read = readFrontMatter(yaml ?? '');
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
      ...notFollowed(body, bodyStart),
      ...(given.length > text.length ? [tooLong(text.length)] : []),
    ],
  };
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
    .filter(({ name, input, isInCode }) => input === undefined && !isVariable(name) && !isInCode)
    .map(({ name, start, end }) => ({
      severity: 'warning',
      message: l10n.t('Unknown variable “{0}”. It is sent as it is written.', visibleText(name)),
      start: start + bodyStart,
      end: end + bodyStart,
    }));
}

function notFollowed(body: string, bodyStart: number): readonly PromptProblem[] {
  return fileReferencesIn(body).map(({ start, end, path }) => ({
    severity: 'hint',
    message: l10n.t('Parley sends “{0}” as text and does not attach the file.', visibleText(path)),
    start: start + bodyStart,
    end: end + bodyStart,
  }));
}
