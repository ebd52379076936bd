import * as vscode from 'vscode';
import type { SeveralEdit } from '../../apply/blockPlan.ts';
import { lineDifferences } from '../../apply/lines/lineDifferences.ts';
import type { LineRange } from '../../apply/placeEdit.ts';
import { lineTexts } from '../../apply/lines/textLines.ts';
import { formatNumber } from '../../shared/language.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { labelText } from '../base/safeText.ts';
import { cellOf } from '../editor/codePlace.ts';

/** What the user has to choose. */
export interface PlaceQuestion {
  readonly document: vscode.TextDocument;
  /** The file as the user reads it. */
  readonly name: string;
  /** The text that the places are about: that of the file, of its proposal, or as it was when it was sent. */
  readonly text: string;
  readonly places: readonly LineRange[];
  /** Missing if the place is that of the whole block. */
  readonly edit?: SeveralEdit | undefined;
}

interface PlaceItem extends vscode.QuickPickItem {
  readonly place: LineRange;
  /** Where it is in the document; undefined if it is not there as it is in the text. */
  readonly shown: LineRange | undefined;
}

/** Asks which of several places in a file is meant, and shows the active one in its editor. */
export async function choosePlace(question: PlaceQuestion): Promise<LineRange | undefined> {
  const { document, name } = question;
  const picker = vscode.window.createQuickPick<PlaceItem>();
  picker.title = vscode.l10n.t('Choose the Place in {0}', visibleText(name));
  picker.placeholder = placeholderOf(question);
  picker.matchOnDescription = true;
  picker.matchOnDetail = true;
  picker.items = placeItems(question);
  const before = vscode.window.activeTextEditor;
  try {
    return await new Promise<LineRange | undefined>((resolve) => {
      picker.onDidChangeActive(([item]) => {
        if (item?.shown !== undefined) {
          void preview(document, item.shown);
        }
      });
      picker.onDidAccept(() => resolve(picker.activeItems[0]?.place));
      picker.onDidHide(() => resolve(undefined));
      picker.show();
    });
  } finally {
    picker.dispose();
    if (before !== undefined && before.document !== document) {
      await vscode.window.showTextDocument(before.document, { preserveFocus: true });
    }
  }
}

function placeholderOf({ edit }: PlaceQuestion): string {
  return edit === undefined || edit.count === 1
    ? vscode.l10n.t('The code block fits in several places.')
    : vscode.l10n.t(
        'Change {0} of {1} fits in several places: {2}',
        formatNumber(edit.index + 1),
        formatNumber(edit.count),
        visibleText(shortened(edit.line)),
      );
}

/** What tells the places apart: where they are, and the lines before and after them. */
function placeItems({ document, text, places }: PlaceQuestion): readonly PlaceItem[] {
  const lines = lineTexts(text);
  const differences = lineDifferences(lines, lineTexts(document.getText()));
  return places.map((place) => {
    const shown = differences && movedPlace(place, differences);
    return {
      label: vscode.l10n.t('Line {0}', formatNumber((shown ?? place).from + 1)),
      description: shortLine(enclosingLine(lines, place.from)),
      detail: neighbours(lines, place),
      place,
      shown,
    };
  });
}

type Differences = NonNullable<ReturnType<typeof lineDifferences>>;

/** Where a place of one text is in the other; undefined if the texts differ within it. */
function movedPlace({ from, to }: LineRange, differences: Differences): LineRange | undefined {
  if (differences.some(({ before }) => before.from < to && before.to > from)) {
    return undefined;
  }
  const last = differences.findLast(({ before }) => before.to <= from);
  const shift = last === undefined ? 0 : last.after.to - last.before.to;
  return { from: from + shift, to: to + shift };
}

/** The line above a place that is indented less: a function or a class, as a rule. */
function enclosingLine(lines: readonly string[], from: number): string {
  const own = indent(lines[from] ?? '');
  return lines.slice(0, from).findLast((line) => isFilled(line) && indent(line) < own) ?? '';
}

function neighbours(lines: readonly string[], { from, to }: LineRange): string {
  const above = lines.slice(0, from).findLast(isFilled);
  const below = lines.slice(to).find(isFilled);
  if (above === undefined || below === undefined) {
    return above === undefined
      ? vscode.l10n.t('At the start of the file, before “{0}”', shortLine(below ?? ''))
      : vscode.l10n.t('At the end of the file, after “{0}”', shortLine(above));
  }
  return vscode.l10n.t('After “{0}”, before “{1}”', shortLine(above), shortLine(below));
}

function isFilled(line: string): boolean {
  return line.trim() !== '';
}

function indent(line: string): number {
  return line.search(/\S|$/);
}

/** A line for a label. */
function shortLine(line: string): string {
  return labelText(shortened(line));
}

function shortened(line: string): string {
  return line.trim().slice(0, 80);
}

async function preview(document: vscode.TextDocument, { from, to }: LineRange): Promise<void> {
  const cell = cellOf(document.uri);
  if (cell !== undefined) {
    // The lines in a cell cannot be shown from outside.
    const selections = [new vscode.NotebookRange(cell.index, cell.index + 1)];
    await vscode.window.showNotebookDocument(cell.notebook, { selections, preserveFocus: true });
    return;
  }
  const selection = document.validateRange(new vscode.Range(from, 0, to, 0));
  await vscode.window.showTextDocument(document, { preview: true, preserveFocus: true, selection });
}
