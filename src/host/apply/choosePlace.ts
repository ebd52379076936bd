import * as vscode from 'vscode';
import type { FilePlan } from '../../apply/blockPlan.ts';
import { indentOf } from '../../apply/indentation.ts';
import { isBlank } from '../../apply/lines/blankLines.ts';
import { lineDifferences, movedLines } from '../../apply/lines/lineDifferences.ts';
import type { LineRange } from '../../apply/lines/lineRange.ts';
import { lineTexts } from '../../apply/lines/textLines.ts';
import { formatNumber } from '../../shared/language.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { labelText } from '../base/safeText.ts';
import { showLines } from '../editor/lines.ts';
import { chosen } from './planContext.ts';
import type { Target } from './targets.ts';

/** A plan that waits for a choice. */
type SeveralPlaces = Extract<FilePlan, { kind: 'several' }>;

/**
 * What the user has to choose. The places are about `text`: that of the file, of its proposal, or as it was when it was sent.
 */
type PlaceQuestion = Pick<Target, 'document' | 'name'> &
  Pick<SeveralPlaces, 'places' | 'edit'> & { readonly text: string };

interface PlaceItem extends vscode.QuickPickItem {
  readonly place: LineRange;
  /** Where it is in the document; undefined if it is not there as it is in the text. */
  readonly shown: LineRange | undefined;
}

/** Asks which of several places in a file is meant, and shows the active one in its editor. */
export async function choosePlace(question: PlaceQuestion): Promise<LineRange> {
  const { document, name } = question;
  const item = await vscode.window.showQuickPick(placeItems(question), {
    title: vscode.l10n.t('Choose the Place in {0}', visibleText(name)),
    placeHolder: placeHolderOf(question),
    matchOnDescription: true,
    onDidSelectItem: (active: PlaceItem) => {
      if (active.shown !== undefined) {
        void showLines(document.uri, active.shown, { preview: true, preserveFocus: true });
      }
    },
  });
  return chosen(item).place;
}

function placeHolderOf({ edit }: PlaceQuestion): string {
  return edit === undefined || edit.count === 1
    ? vscode.l10n.t('The code block fits in several places.')
    : vscode.l10n.t(
        'Change {0} of {1} fits in several places: {2}',
        formatNumber(edit.index + 1),
        formatNumber(edit.count),
        visibleText(shortened(edit.line)),
      );
}

/** What tells the places apart, while the active one is shown: its line, and the one that it is in. */
function placeItems({ document, text, places }: PlaceQuestion): readonly PlaceItem[] {
  const lines = lineTexts(text);
  const changes = lineDifferences(lines, lineTexts(document.getText()));
  return places.map((place) => {
    const shown = movedLines(place, changes);
    return {
      label: vscode.l10n.t('Line {0}', formatNumber((shown ?? place).from + 1)),
      description: labelText(shortened(enclosingLine(lines, place.from))),
      place,
      shown,
    };
  });
}

/** The line above a place that is indented less: a function or a class, as a rule. */
function enclosingLine(lines: readonly string[], from: number): string {
  const own = indentOf(lines[from] ?? '').length;
  const isAround = (line: string): boolean => !isBlank(line) && indentOf(line).length < own;
  return lines.slice(0, from).findLast(isAround) ?? '';
}

function shortened(line: string): string {
  return line.trim().slice(0, 80);
}
