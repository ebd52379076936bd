import * as vscode from 'vscode';
import { shortened } from '../../shared/cutText.ts';
import { formatNumber, plural } from '../../shared/language.ts';
import { codeInMarkdown } from '../base/safeText.ts';
import { createLineMark } from '../editor/lineMark.ts';
import type { FoundPart } from './leftOutParts.ts';

/** Marks what the reply leaves out: `partsOf` each text of `scheme` that is shown, also when it is edited, and on `onDidChange`. */
export function markLeftOut(
  scheme: string,
  onDidChange: vscode.Event<void>,
  partsOf: (proposal: vscode.TextDocument) => readonly FoundPart[],
): vscode.Disposable {
  const lines = createLineMark();
  const label = vscode.window.createTextEditorDecorationType({
    // Before the code: what is behind it is cut off in a narrow diff.
    before: {
      contentText: vscode.l10n.t('Left out'),
      color: new vscode.ThemeColor('editorInfo.foreground'),
      // In some themes, only the slant tells it from code.
      fontStyle: 'italic',
      margin: '0 1em 0 0',
    },
  });
  const refresh = (): void => {
    for (const editor of vscode.window.visibleTextEditors) {
      const { document } = editor;
      if (document.uri.scheme === scheme) {
        const parts = partsOf(document);
        const marked = parts.map((part) => ({
          range: new vscode.Range(part.from, 0, part.to - 1, 0),
          hoverMessage: hoverOf(part, document),
        }));
        editor.setDecorations(lines, marked);
        editor.setDecorations(
          label,
          parts.map(({ from }) => {
            const start = document.lineAt(from).firstNonWhitespaceCharacterIndex;
            return new vscode.Range(from, start, from, start);
          }),
        );
      }
    }
  };
  return vscode.Disposable.from(
    lines,
    label,
    onDidChange(refresh),
    vscode.window.onDidChangeVisibleTextEditors(refresh),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document.uri.scheme === scheme) {
        refresh();
      }
    }),
  );
}

/** What is said of a part, with links for the decision. */
function hoverOf(
  { from, to, planned }: FoundPart,
  document: vscode.TextDocument,
): vscode.MarkdownString {
  const command = 'parley.review.decide';
  const link = (label: string, decision: 'delete' | 'keep'): string => {
    const parameters = JSON.stringify([document.uri.toString(), planned.from, decision]);
    return `[**${label}**](command:${command}?${encodeURIComponent(parameters)})`;
  };
  const links = [link(vscode.l10n.t('Delete'), 'delete'), link(vscode.l10n.t('Keep'), 'keep')];
  // A name of the reply, or else the first line.
  const named = planned.name.trim() === '' ? document.lineAt(from).text.trim() : planned.name;
  const [name, count] = [codeInMarkdown(shortened(named, maxNameLength)), to - from];
  const said = plural(count, {
    one: vscode.l10n.t('The reply leaves out {0} ({1} line)', name, formatNumber(count)),
    other: vscode.l10n.t('The reply leaves out {0} ({1} lines)', name, formatNumber(count)),
  });
  const hover = new vscode.MarkdownString(`${said}\n\n${links.join(' | ')}`);
  hover.isTrusted = { enabledCommands: [command] };
  return hover;
}

/** In UTF-16 code units. A statement has its first line as its name. */
const maxNameLength = 60;
