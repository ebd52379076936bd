import * as vscode from 'vscode';
import type { TextVariable } from '../../promptFiles/variables.ts';
import { visibleText } from '../../shared/visibleText.ts';
import type { PickedItem } from '../context/contextSource.ts';
import { followRange } from '../context/followRange.ts';
import { relativePath } from '../editor/codePlace.ts';
import { contextItem } from '../editor/selectionContext.ts';

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

/** At most this many selections become items at once. */
const maxSelections = 50;

/** What is selected in an editor, an item for each selection. */
export function selectedItems({ document, selections }: vscode.TextEditor): readonly PickedItem[] {
  return selections
    .filter(({ isEmpty }) => !isEmpty)
    .slice(0, maxSelections)
    .map((range) => ({ item: contextItem(document, range), renew: followRange(document, range) }))
    .filter(({ item }) => item.text.trim() !== '');
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
