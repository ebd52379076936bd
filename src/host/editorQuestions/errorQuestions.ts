import * as vscode from 'vscode';
import type { ContextItem, UserMessage } from '../../shared/conversation/conversation.ts';
import { startOf } from '../../shared/visibleText.ts';
import { codePlace, relativePath } from '../editor/codePlace.ts';
import type { CodeOrigin, DocumentRange } from './selectedCode.ts';
import { codeAround, codeOfProblems } from './problems/codeOfProblems.ts';
import { isListed, problemItem, problemsAt } from './problems/problems.ts';
import { readableDocument } from '../editor/outsideFiles.ts';
import { plainOutput } from './terminal/plainOutput.ts';
import type { ShellCommand } from './terminal/shellCommands.ts';
import { commandItem, lastFailed, noCommandText } from './terminal/terminalItems.ts';
import type { TestFailure } from './testFailure.ts';

type ProblemQuestion = 'fix' | 'explain';

/**
 * Whether a command is about problems rather than about code: in a quick fix, and where nothing is selected and the
 * cursor is at a problem.
 */
export function isAboutProblem(
  name: string | undefined,
  origin: CodeOrigin,
): name is ProblemQuestion {
  if (name !== 'fix' && name !== 'explain') {
    return false;
  }
  if (origin !== 'active') {
    return !('cell' in origin) && origin.isProblem === true;
  }
  const { document, selection } = vscode.window.activeTextEditor ?? {};
  return (
    document !== undefined &&
    selection?.isEmpty === true &&
    problemsAt(document.uri, selection).some(isListed)
  );
}

/** A message about the problems at a place with their code; undefined, after a message, if there are none any more. */
export async function problemMessage(
  name: ProblemQuestion,
  origin: CodeOrigin,
): Promise<UserMessage | undefined> {
  const place = placeOf(origin);
  const problems = place === undefined ? [] : problemsAt(place.uri, place.range);
  const [first] = problems;
  if (first === undefined) {
    void vscode.window.showInformationMessage(vscode.l10n.t('There is no problem here any more.'));
    return undefined;
  }
  const document = await readableDocument(first.uri);
  const path = document === undefined ? relativePath(first.uri) : codePlace(document).path;
  const item = await problemItem(problems, path);
  return {
    text: problems.length === 1 ? oneProblemText(name) : problemsText(name),
    context: withCode(item, await codeOfProblems(problems)),
  };
}

function oneProblemText(name: ProblemQuestion): string {
  return name === 'fix'
    ? vscode.l10n.t('Fix this problem.')
    : vscode.l10n.t('Explain this problem and what causes it.');
}

function problemsText(name: ProblemQuestion): string {
  return name === 'fix'
    ? vscode.l10n.t('Fix these problems.')
    : vscode.l10n.t('Explain these problems and what causes them.');
}

/** Where the problems are that a command is about. */
function placeOf(origin: CodeOrigin): DocumentRange | undefined {
  if (origin !== 'active') {
    return 'cell' in origin ? undefined : origin;
  }
  const { document, selection } = vscode.window.activeTextEditor ?? {};
  return document && selection && { uri: document.uri, range: selection };
}

/** A message about the last command that failed; undefined, after a message, if none is known. */
export async function explainLastFailed(
  commands: readonly ShellCommand[],
): Promise<UserMessage | undefined> {
  const failed = lastFailed(commands);
  if (failed === undefined) {
    void vscode.window.showInformationMessage(
      commands.length === 0
        ? noCommandText()
        : vscode.l10n.t('No command has failed in the terminals of this window.'),
    );
    return undefined;
  }
  return {
    text: vscode.l10n.t('Explain why this command failed and how to fix it.'),
    context: [await commandItem(failed)],
  };
}

/** A message about a failed test, with the code around the place where it failed. */
export async function explainTestFailure(failure: TestFailure): Promise<UserMessage> {
  const { place } = failure;
  const document = place && (await readableDocument(place.uri));
  const text = testFailureText({
    ...failure,
    place: document && place && `${codePlace(document).path}:${place.range.start.line + 1}`,
  });
  const endLine = text.split('\n').length;
  return {
    text: vscode.l10n.t('Explain why this test fails and how to fix it.'),
    context: withCode(
      { kind: 'test', path: 'failed test', languageId: 'plaintext', startLine: 1, endLine, text },
      document && place && (await codeAround(document, place.range)),
    ),
  };
}

function withCode(item: ContextItem, code: ContextItem | undefined): readonly ContextItem[] {
  return code === undefined || code.text.trim() === '' ? [item] : [item, code];
}

/** A longer message or value is cut, in UTF-16 code units. */
const maxMessage = 20_000;
const maxValue = 8000;
const maxName = 500;

/** A failed test as plain data. */
interface FailedTest {
  readonly names: readonly string[];
  readonly message: string;
  readonly expected: string | undefined;
  readonly actual: string | undefined;
  /** Such as `src/parse.test.ts:12`. */
  readonly place: string | undefined;
}

/** A failed test as the model reads it. Messages may have the colours of a terminal, which are left out. */
export function testFailureText({ names, message, expected, actual, place }: FailedTest): string {
  return [
    `Test: ${names.map((name) => plain(name, maxName)).join(' › ')}`,
    ...(place === undefined ? [] : [`Place: ${place}`]),
    `Message:\n${plain(message, maxMessage)}`,
    ...(expected === undefined ? [] : [`Expected:\n${plain(expected, maxValue)}`]),
    ...(actual === undefined ? [] : [`Actual:\n${plain(actual, maxValue)}`]),
  ].join('\n');
}

function plain(text: string, length: number): string {
  const shown = plainOutput(startOf(text, length));
  return text.length > length
    ? `${shown}\n[… ${text.length - length} characters are left out]`
    : shown;
}
