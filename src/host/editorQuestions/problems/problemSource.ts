import * as vscode from 'vscode';
import { allFilesPath, type ContextItem } from '../../../shared/conversation/conversation.ts';
import { formatNumber, plural } from '../../../shared/language.ts';
import { labelText } from '../../base/safeText.ts';
import type { ContextSource } from '../../context/contextSource.ts';
import { followPlace } from '../../context/followRange.ts';
import { codePlace } from '../../editor/codePlace.ts';
import {
  allProblems,
  isListed,
  problemItem,
  problemsAt,
  problemsOf,
  type Problem,
} from './problems.ts';

/** Where problems are looked for, each time that they are read. */
interface Scope {
  readonly label: string;
  /** Of their file. */
  readonly path: string;
  readonly problems: () => readonly Problem[];
  /** The same, following the code that they are about through its changes from now on. */
  readonly follow?: () => () => readonly Problem[];
}

/** The problems of the selection, of the file or of all files, as the user chooses. */
export const problemSource: ContextSource = {
  name: 'problems',
  icon: 'warning',
  label: () => vscode.l10n.t('Problems…'),
  isOffered: () =>
    vscode.languages.getDiagnostics().some(([, diagnostics]) => diagnostics.length > 0),
  async pick() {
    const scopes = shownScopes();
    const scope = scopes.length > 1 ? await ask(scopes) : scopes[0];
    if (scope === undefined) {
      return scopes.length > 1
        ? undefined
        : { items: [], problems: [vscode.l10n.t('There are no problems.')] };
    }
    const problemsNow = scope.follow?.() ?? scope.problems;
    const read = async (): Promise<ContextItem | undefined> => {
      const problems = problemsNow();
      return problems.length === 0 ? undefined : problemItem(problems, scope.path);
    };
    const item = await read();
    return { items: item === undefined ? [] : [{ item, renew: read }] };
  },
};

/** The scopes in which there are problems now. */
function shownScopes(): readonly Scope[] {
  const { activeTextEditor, visibleTextEditors } = vscode.window;
  const editor = activeTextEditor ?? visibleTextEditors[0];
  const all = {
    label: vscode.l10n.t('All Files'),
    path: allFilesPath,
    problems: allProblems,
  };
  const scopes = editor === undefined ? [all] : [...editorScopes(editor), all];
  return scopes.filter(({ problems }) => problems().length > 0);
}

function editorScopes({ document, selection }: vscode.TextEditor): readonly Scope[] {
  const { uri } = document;
  const { path } = codePlace(document);
  const lines = new vscode.Range(selection.start.line, 0, selection.end.line + 1, 0);
  const range = selection.isEmpty ? document.validateRange(lines) : selection;
  return [
    {
      label: selection.isEmpty ? vscode.l10n.t('This Line') : vscode.l10n.t('Selection'),
      path,
      problems: () => problemsAt(uri, range).filter(isListed),
      follow() {
        const place = followPlace(document, range);
        return () => {
          const now = place();
          return now === undefined ? [] : problemsAt(uri, now).filter(isListed);
        };
      },
    },
    {
      label: labelText(path.slice(path.lastIndexOf('/') + 1)),
      path,
      problems: () => problemsOf(uri),
    },
  ];
}

async function ask(scopes: readonly Scope[]): Promise<Scope | undefined> {
  const items = scopes.map((scope) => {
    const count = scope.problems().length;
    const description = plural(count, {
      one: vscode.l10n.t('{0} problem', formatNumber(count)),
      other: vscode.l10n.t('{0} problems', formatNumber(count)),
    });
    return { label: scope.label, description, scope };
  });
  const picked = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Add to Chat'),
    placeHolder: vscode.l10n.t('Choose what to add to your message. Nothing is sent yet.'),
  });
  return picked?.scope;
}
