import * as vscode from 'vscode';
import { findFrontMatter, type PromptProblem } from '../../promptFiles/frontMatter.ts';
import { maxPromptText, readPromptFile } from '../../promptFiles/promptFile.ts';
import { promptParameters, knownFields } from '../../promptFiles/readFrontMatter.ts';
import { isPromptFile } from '../../promptFiles/promptName.ts';
import { contextVariables, textVariables, type Variable } from '../../promptFiles/variables.ts';

/** Problems are looked for when the user has not typed for so long. In milliseconds. */
const quietMs = 300;

/** The language that VS Code gives to prompt files where it checks and completes them itself. */
const vscodesLanguage = 'prompt';

/** Completes variables, and the fields and parameters of the front matter. */
export function completePromptFile(
  document: vscode.TextDocument,
  position: vscode.Position,
): readonly vscode.CompletionItem[] {
  const text = document.getText().slice(0, maxPromptText);
  const line = document.lineAt(position.line).text.slice(0, position.character);
  const { yaml, yamlStart, bodyStart } = findFrontMatter(text);
  const offset = document.offsetAt(position);
  if (offset < bodyStart) {
    return yaml !== undefined && offset >= yamlStart ? fieldItems(document, line) : [];
  }
  const typed = /\$(?:\{[\w:]{0,64})?$/.exec(line.slice(-80))?.[0];
  if (typed === undefined) {
    return [];
  }
  const rest = document.lineAt(position.line).text.slice(position.character);
  const range = new vscode.Range(
    position.translate(0, -typed.length),
    position.translate(0, rest.startsWith('}') ? 1 : 0),
  );
  return variableItems(range);
}

function variableItems(range: vscode.Range): readonly vscode.CompletionItem[] {
  // `selectedText` is another name of `selection`.
  const names = [...contextVariables, ...textVariables].filter((name) => name !== 'selectedText');
  const items = names.map((name) => {
    const item = new vscode.CompletionItem(`\${${name}}`, vscode.CompletionItemKind.Variable);
    item.filterText = `\${${name}}`;
    item.documentation = variableHelp(name);
    item.insertText = `\${${name}}`;
    return item;
  });
  const input = new vscode.CompletionItem(
    '${input:name:placeholder}',
    vscode.CompletionItemKind.Variable,
  );
  input.filterText = '${input';
  input.documentation = vscode.l10n.t('A text that you enter when you run the prompt.');
  input.insertText = new vscode.SnippetString('\\${input:${1:name}:${2:placeholder}\\}');
  for (const [index, item] of [...items, input].entries()) {
    item.sortText = String(index).padStart(2, '0');
    item.range = range;
  }
  return [...items, input];
}

function variableHelp(name: Variable): string {
  switch (name) {
    case 'selection':
    case 'selectedText':
      return vscode.l10n.t('The selected code, attached to the message.');
    case 'file':
      return vscode.l10n.t('The open file, attached to the message.');
    case 'problems':
      return vscode.l10n.t('The problems of the selection or file, attached to the message.');
    case 'diff':
      return vscode.l10n.t('Changes in the Git repository, attached to the message.');
    case 'clipboard':
      return vscode.l10n.t('The text of the clipboard, attached to the message.');
    case 'fileBasename':
      return vscode.l10n.t('The name of the open file.');
    case 'fileBasenameNoExtension':
      return vscode.l10n.t('The name of the open file without its extension.');
    case 'fileDirname':
      return vscode.l10n.t('The folder of the open file.');
    case 'relativeFile':
      return vscode.l10n.t('The path of the open file in the workspace.');
    case 'language':
      return vscode.l10n.t('The language of the open file, such as “python”.');
    case 'workspaceFolder':
      return vscode.l10n.t('The path of the workspace folder.');
    case 'workspaceFolderBasename':
      return vscode.l10n.t('The name of the workspace folder.');
  }
}

/** VS Code completes its own fields where the file has its language. */
function fieldItems(document: vscode.TextDocument, line: string): readonly vscode.CompletionItem[] {
  const isVSCodes = document.languageId === vscodesLanguage;
  const names = /^\w*$/.test(line)
    ? knownFields.filter((name) => !isVSCodes || name === 'parameters')
    : /^ {1,20}\w*$/.test(line)
      ? promptParameters
      : [];
  return names.map((name) => {
    const item = new vscode.CompletionItem(name, vscode.CompletionItemKind.Property);
    item.insertText = name === 'parameters' ? `${name}:\n  ` : `${name}: `;
    return item;
  });
}

/** Shows the problems of the prompt files that are open, and follows their changes. */
export function checkPromptFiles(): vscode.Disposable {
  const shown = vscode.languages.createDiagnosticCollection('parley-prompts');
  const waiting = new Map<string, ReturnType<typeof setTimeout>>();
  const check = (document: vscode.TextDocument): void => {
    if (isPromptFile(document.uri.path)) {
      shown.set(document.uri, problemsOf(document));
    }
  };
  const checkLater = (document: vscode.TextDocument): void => {
    const address = document.uri.toString();
    clearTimeout(waiting.get(address));
    const timer = setTimeout(() => {
      waiting.delete(address);
      if (!document.isClosed) {
        check(document);
      }
    }, quietMs);
    waiting.set(address, timer);
  };
  vscode.workspace.textDocuments.forEach(check);
  return vscode.Disposable.from(
    shown,
    vscode.workspace.onDidOpenTextDocument(check),
    vscode.workspace.onDidChangeTextDocument(
      ({ document }) => isPromptFile(document.uri.path) && checkLater(document),
    ),
    vscode.workspace.onDidCloseTextDocument(({ uri }) => shown.delete(uri)),
    { dispose: () => waiting.forEach((timer) => clearTimeout(timer)) },
  );
}

const severities: Readonly<Record<PromptProblem['severity'], vscode.DiagnosticSeverity>> = {
  error: vscode.DiagnosticSeverity.Error,
  warning: vscode.DiagnosticSeverity.Warning,
  hint: vscode.DiagnosticSeverity.Hint,
};

/** The problems of a prompt file, without those that VS Code shows itself. */
function problemsOf(document: vscode.TextDocument): vscode.Diagnostic[] {
  const text = document.getText();
  const isChecked = document.languageId === vscodesLanguage && hasVSCodesChat();
  return readPromptFile(text)
    .problems.filter((problem) => !(isChecked && problem.isChecked === true))
    .map(({ severity, message, start, end }) => {
      const range = new vscode.Range(document.positionAt(start), document.positionAt(end));
      const diagnostic = new vscode.Diagnostic(range, message, severities[severity]);
      diagnostic.source = 'Parley';
      return diagnostic;
    });
}

/** Without its chat, VS Code checks no prompt files. */
function hasVSCodesChat(): boolean {
  return vscode.workspace.getConfiguration('chat').get<unknown>('disableAIFeatures') !== true;
}
