import * as vscode from 'vscode';
import type { FoundValue } from '../../shared/guard/finding.ts';
import { visibleText } from '../../shared/visibleText.ts';

/** More places are not marked: the first ones say enough. */
const maxMarks = 1000;

/** Longer values are marked by their beginning: they have several lines, or other line ends in the body. */
const markedLength = 200;

/** Marks in the preview of a request what was found in its last message. */
export interface PreviewMarks extends vscode.Disposable {
  /** Marks these values in place of those before. */
  show(values: readonly FoundValue[]): void;
}

/** Marks the places in every editor with the document `uri`, also after its text has changed. */
export function createPreviewMarks(uri: vscode.Uri): PreviewMarks {
  const address = uri.toString();
  let values: readonly FoundValue[] = [];
  const decoration = vscode.window.createTextEditorDecorationType({
    backgroundColor: new vscode.ThemeColor('editor.findMatchHighlightBackground'),
    border: '1px solid',
    borderColor: new vscode.ThemeColor('editorWarning.foreground'),
    overviewRulerColor: new vscode.ThemeColor('editorOverviewRuler.warningForeground'),
    overviewRulerLane: vscode.OverviewRulerLane.Right,
  });
  const mark = (): void => {
    for (const editor of vscode.window.visibleTextEditors) {
      if (editor.document.uri.toString() === address) {
        const places = values.flatMap((value) => placesOf(value, editor.document));
        editor.setDecorations(decoration, places.slice(0, maxMarks));
      }
    }
  };
  const listeners = vscode.Disposable.from(
    vscode.window.onDidChangeVisibleTextEditors(mark),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (document.uri.toString() === address) {
        mark();
      }
    }),
  );
  return {
    show(found) {
      values = found;
      mark();
    },
    dispose: () => vscode.Disposable.from(decoration, listeners).dispose(),
  };
}

/** Where a value stands in the document, as it is and as in JSON. */
function placesOf(
  { value, name }: FoundValue,
  document: vscode.TextDocument,
): readonly vscode.DecorationOptions[] {
  const text = document.getText();
  const start = value.slice(0, markedLength);
  const forms = new Set([start, JSON.stringify(start).slice(1, -1)]);
  return [...forms].flatMap((form) => {
    const places: vscode.DecorationOptions[] = [];
    for (let at = text.indexOf(form); at !== -1; at = text.indexOf(form, at + form.length)) {
      if (places.length === maxMarks) {
        break;
      }
      places.push({
        range: new vscode.Range(document.positionAt(at), document.positionAt(at + form.length)),
        hoverMessage: new vscode.MarkdownString().appendText(visibleText(name)),
      });
    }
    return places;
  });
}
