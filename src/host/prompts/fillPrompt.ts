import * as vscode from 'vscode';
import { contextPlace } from '../../conversation/request/prompt.ts';
import { fileReferencesIn } from '../../promptFiles/fileReferences.ts';
import type { PromptFile } from '../../promptFiles/promptFile.ts';
import {
  type ContextVariable,
  contextVariables,
  fillIn,
  textVariables,
  type TextVariable,
} from '../../promptFiles/variables.ts';
import type { ContextItem } from '../../shared/conversation/conversation.ts';
import { isOneOf } from '../../shared/guards.ts';
import { formatNumber } from '../../shared/language.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { inputMessageText } from '../base/safeText.ts';
import { askInput } from '../base/inputs/quickInput.ts';
import type { AddedContext, ContextRegistry } from '../context/registry/contextRegistry.ts';
import { selectedItems } from '../context/sources/selections.ts';
import { relativePath } from '../editor/codePlace.ts';

/** What can be attached to messages. Whatever asks the user gives undefined if the user cancels. */
export type PromptContexts = () => Promise<
  Pick<ContextRegistry, 'attach' | 'add' | 'offered' | 'pick'>
>;

/** A prompt as it is put into the input box. */
interface FilledPrompt {
  readonly text: string;
  readonly items: readonly ContextItem[];
  /** A sentence for each variable that could not be filled in, and for what stays text. */
  readonly problems: readonly string[];
}

/** More inputs are not asked: nobody would answer them. */
const maxInputs = 20;

/** The sources of “Add to Chat” by their names. */
const sources = { clipboard: 'clipboard', problems: 'problems', diff: 'changes' } as const;

const isText = isOneOf(...textVariables);
const isContext = isOneOf(...contextVariables);

/**
 * Asks for the inputs of a prompt, reads what its variables stand for, and fills them in. What has no value stays as
 * it is written. Undefined if the user cancels.
 */
export async function fillPrompt(
  title: string,
  { body, variables }: PromptFile,
  editor: vscode.TextEditor | undefined,
  contexts: PromptContexts,
): Promise<FilledPrompt | undefined> {
  const inputs = await askInputs(title, variables);
  if (inputs === undefined) {
    return undefined;
  }
  const items: ContextItem[] = [];
  const problems: string[] = [];
  const names = new Map<string, string>();
  for (const name of new Set(variables.map((use) => use.name).filter(isContext))) {
    const found = await readContext(name, editor, contexts);
    if (found === undefined) {
      return undefined;
    }
    problems.push(...found.problems);
    if (found.items.length > 0) {
      items.push(...found.items);
      names.set(name, found.items.map((item) => itemName(item, name)).join(', '));
    }
  }
  const text = fillIn(body, variables, ({ name, input }) => {
    if (input !== undefined) {
      return inputs.get(input);
    }
    return isText(name) ? textValue(name, editor) : names.get(name);
  });
  const missing = [...new Set(variables.map((use) => use.name).filter(isText))].filter(
    (name) => textValue(name, editor) === undefined,
  );
  return {
    text: text.trim(),
    items,
    problems: [...problems, ...missing.map(noValue), ...notFollowed(body)],
  };
}

/** No more references to files are named. */
const maxNamed = 3;

/** Says that references to files stay text, with the first of them. */
function notFollowed(body: string): readonly string[] {
  const names = [...new Set(fileReferencesIn(body).map(({ path }) => visibleText(nameIn(path))))];
  const named = names.slice(0, maxNamed).join(', ');
  return names.length === 0
    ? []
    : [
        vscode.l10n.t(
          'Sent as text, without the files: {0}. Attach them with #.',
          names.length > maxNamed ? `${named} …` : named,
        ),
      ];
}

/** The name of the file or folder to which a reference leads. */
function nameIn(path: string): string {
  const parts = path.replace(/^#file:/, '').split(/[/\\]/);
  return parts.findLast((part) => part !== '') ?? path;
}

type Uses = PromptFile['variables'];

/** Asks for each input once. Undefined if the user closes one of the input boxes. */
async function askInputs(
  title: string,
  variables: Uses,
): Promise<ReadonlyMap<string, string> | undefined> {
  const wanted = new Map<string, string | undefined>();
  for (const { input, placeholder } of variables) {
    if (input !== undefined && (wanted.has(input) || wanted.size < maxInputs)) {
      wanted.set(input, wanted.get(input) ?? placeholder);
    }
  }
  const values = new Map<string, string>();
  for (const [name, placeholder] of wanted) {
    const count = vscode.l10n.t(
      '{0} ({1}/{2})',
      title,
      formatNumber(values.size + 1),
      formatNumber(wanted.size),
    );
    const value = await askInput({
      title: wanted.size > 1 ? count : title,
      prompt: vscode.l10n.t('Enter “{0}”. Nothing is sent yet.', inputMessageText(name)),
      ...(placeholder !== undefined && { placeholder: visibleText(placeholder) }),
      check: async (typed) => ({ result: typed }),
    });
    if (value === undefined) {
      return undefined;
    }
    values.set(name, value);
  }
  return values;
}

/** Reads what is attached for a variable. Undefined if the user cancels. */
async function readContext(
  name: ContextVariable,
  editor: vscode.TextEditor | undefined,
  contexts: PromptContexts,
): Promise<AddedContext | undefined> {
  switch (name) {
    case 'selection':
    case 'selectedText': {
      const items = editor === undefined ? [] : selectedItems([editor]);
      return items.length === 0
        ? without(vscode.l10n.t('Nothing is selected. {0} was left as it is.', written(name)))
        : (await contexts()).attach({ items });
    }
    case 'file':
      return editor === undefined
        ? without(noValue(name))
        : (await contexts()).add([editor.document.uri], true);
    case 'clipboard':
    case 'problems':
    case 'diff': {
      const registry = await contexts();
      const isOffered = registry.offered().some((source) => source.name === sources[name]);
      return isOffered ? registry.pick(sources[name]) : without(nothingFor(name));
    }
  }
}

function without(problem: string): AddedContext {
  return { items: [], problems: [problem] };
}

function nothingFor(name: string): string {
  return vscode.l10n.t('There is nothing to attach for {0}. It was left as it is.', written(name));
}

function noValue(name: string): string {
  return vscode.l10n.t('No file is open. {0} was left as it is.', written(name));
}

function written(name: string): string {
  return `\${${name}}`;
}

/** What stands for an item in the text. It is sent, and so not translated. */
function itemName(item: ContextItem, variable: ContextVariable): string {
  return visibleText(variable === 'file' ? item.path : contextPlace(item));
}

/** A longer value is cut. In characters. */
const maxValue = 2000;

/**
 * The editor that a prompt is about: the active one or, while a chat's tab is active, a visible one. It is not the
 * editor of the prompt file itself.
 */
export function editorBeside(prompt: vscode.Uri): vscode.TextEditor | undefined {
  const { activeTextEditor, visibleTextEditors } = vscode.window;
  const address = prompt.toString();
  const editors = [
    ...(activeTextEditor === undefined ? [] : [activeTextEditor]),
    ...visibleTextEditors,
  ].filter(({ document: { uri } }) => uri.toString() !== address && uri.scheme !== 'output');
  const [first] = editors;
  return first === activeTextEditor
    ? first
    : (editors.find(({ selection }) => !selection.isEmpty) ?? first);
}

/** The value of a variable that is text; undefined if there is nothing that it could be about. */
export function textValue(
  name: TextVariable,
  editor: vscode.TextEditor | undefined,
): string | undefined {
  const value = rawValue(name, editor);
  return value === undefined ? undefined : visibleText(value.slice(0, maxValue));
}

function rawValue(name: TextVariable, editor: vscode.TextEditor | undefined): string | undefined {
  const uri = editor?.document.uri;
  const folder =
    (uri && vscode.workspace.getWorkspaceFolder(uri)) ?? vscode.workspace.workspaceFolders?.[0];
  switch (name) {
    case 'workspaceFolder':
      return folder && placeOf(folder.uri);
    case 'workspaceFolderBasename':
      return folder?.name;
    case 'language':
      return editor?.document.languageId;
    case 'relativeFile':
      return uri && relativePath(uri);
    case 'fileDirname':
      return uri && folderOf(relativePath(uri));
    case 'fileBasename':
      return uri && nameOf(uri);
    case 'fileBasenameNoExtension':
      return uri && nameOf(uri).replace(/(?<=[^.])\.[^.]*$/, '');
  }
}

/** The path as the user's computer writes it. */
function placeOf(uri: vscode.Uri): string {
  return uri.scheme === 'file' ? uri.fsPath : uri.path;
}

function nameOf({ path }: vscode.Uri): string {
  return path.slice(path.lastIndexOf('/') + 1);
}

function folderOf(path: string): string {
  const end = path.lastIndexOf('/');
  return end <= 0 ? '.' : path.slice(0, end);
}
