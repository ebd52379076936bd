import * as vscode from 'vscode';
import { shortened } from '../../shared/cutText.ts';
import { formatNumber, plural } from '../../shared/language.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { codeInMarkdown } from '../base/safeText.ts';
import type { FoundPart } from './leftOutParts.ts';

/** Marks in the proposals what the reply leaves out. */
export interface LeftOutMarks extends vscode.Disposable {
  /** Marks what is left out now. */
  readonly refresh: () => void;
}

/** Asks `partsOf` for the parts of each text of `scheme` that is shown, also when it is edited. */
export function createLeftOutMarks(
  scheme: string,
  partsOf: (proposal: vscode.TextDocument) => readonly FoundPart[],
): LeftOutMarks {
  const lines = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor('editor.rangeHighlightBackground'),
    // High-contrast themes have no such background.
    borderColor: new vscode.ThemeColor('editorInfo.foreground'),
    borderStyle: 'solid',
    borderWidth: '0 0 0 2px',
    overviewRulerColor: new vscode.ThemeColor('editorOverviewRuler.infoForeground'),
    overviewRulerLane: vscode.OverviewRulerLane.Left,
  });
  const label = vscode.window.createTextEditorDecorationType({
    // In some themes, only the slant tells it from code.
    after: {
      color: new vscode.ThemeColor('editorCodeLens.foreground'),
      fontStyle: 'italic',
      margin: '0 0 0 2em',
    },
  });
  const refresh = (): void => {
    for (const editor of vscode.window.visibleTextEditors) {
      const { document } = editor;
      if (document.uri.scheme === scheme) {
        const parts = partsOf(document);
        editor.setDecorations(
          lines,
          parts.map((part) => ({
            range: new vscode.Range(part.from, 0, part.to - 1, 0),
            hoverMessage: hoverOf(part, document),
          })),
        );
        editor.setDecorations(
          label,
          parts.map((part) => ({
            range: document.lineAt(part.from).range,
            renderOptions: {
              after: { contentText: words(part, visibleText(nameOf(part, document))) },
            },
          })),
        );
      }
    }
  };
  const subscriptions = vscode.Disposable.from(
    lines,
    label,
    vscode.window.onDidChangeVisibleTextEditors(refresh),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document.uri.scheme === scheme) {
        refresh();
      }
    }),
  );
  return { refresh, dispose: () => subscriptions.dispose() };
}

/** What is said of a part, with links for the decision. */
function hoverOf(part: FoundPart, document: vscode.TextDocument): vscode.MarkdownString {
  const command = 'parley.review.decide';
  const link = (label: string, decision: 'delete' | 'keep'): string => {
    const parameters = JSON.stringify([document.uri.toString(), part.planned.from, decision]);
    return `[**${label}**](command:${command}?${encodeURIComponent(parameters)})`;
  };
  const links = [link(vscode.l10n.t('Delete'), 'delete'), link(vscode.l10n.t('Keep'), 'keep')];
  const said = words(part, codeInMarkdown(nameOf(part, document)));
  const hover = new vscode.MarkdownString(`${said}\n\n${links.join(' | ')}`);
  hover.isTrusted = { enabledCommands: [command] };
  return hover;
}

function words({ from, to }: FoundPart, name: string): string {
  const count = to - from;
  return plural(count, {
    one: vscode.l10n.t('The reply leaves out {0} ({1} line)', name, formatNumber(count)),
    other: vscode.l10n.t('The reply leaves out {0} ({1} lines)', name, formatNumber(count)),
  });
}

/** A name of the reply, or else the first line. */
function nameOf({ from, planned: { name } }: FoundPart, document: vscode.TextDocument): string {
  return shortened(name.trim() === '' ? document.lineAt(from).text.trim() : name, maxNameLength);
}

/** In UTF-16 code units. A statement has its first line as its name. */
const maxNameLength = 60;
