import * as vscode from 'vscode';
import type { ContextItem } from '../../../shared/conversation/conversation.ts';
import { formatNumber, plural } from '../../../shared/language.ts';
import { labelText } from '../../base/safeText.ts';
import { contextItem } from '../../editor/selectionContext.ts';
import type { ContextSource, PickedItem } from '../contextSource.ts';
import { followRange } from '../followRange.ts';

/** At most this many selections become items at once. */
const maxSelections = 50;

/** What is selected in the active editor or, while a chat's tab is active, in those that are visible. */
export const selectionSource: ContextSource = {
  name: 'selection',
  icon: 'list-selection',
  label: () => vscode.l10n.t('Selection'),
  detail: () => placesOf(selectedCode(currentEditors())),
  isOffered: () => selectedCode(currentEditors()).length > 0,
  pick: async () => ({ items: selectedItems(currentEditors()) }),
};

/** What is selected in all visible editors, where there is a selection in several. */
export const allSelectionsSource: ContextSource = {
  name: 'selections',
  icon: 'checklist',
  label: () => vscode.l10n.t('Selections in All Visible Editors'),
  detail: () => placesOf(selectedCode(vscode.window.visibleTextEditors)),
  isOffered: () =>
    vscode.window.activeTextEditor !== undefined &&
    vscode.window.visibleTextEditors.filter((editor) => selectedCode([editor]).length > 0).length >
      1,
  pick: async () => ({ items: selectedItems(vscode.window.visibleTextEditors) }),
};

function currentEditors(): readonly vscode.TextEditor[] {
  const { activeTextEditor, visibleTextEditors } = vscode.window;
  return activeTextEditor === undefined ? visibleTextEditors : [activeTextEditor];
}

interface SelectedCode {
  readonly document: vscode.TextDocument;
  readonly range: vscode.Range;
  readonly item: ContextItem;
}

/** Each selection that is more than white space, in the order of the text. */
function selectedCode(editors: readonly vscode.TextEditor[]): readonly SelectedCode[] {
  const selected = editors.flatMap(({ document, selections }) =>
    selections
      .filter(({ isEmpty }) => !isEmpty)
      .toSorted((one, other) => one.start.compareTo(other.start))
      .slice(0, maxSelections)
      .map((range) => ({ document, range, item: contextItem(document, range) })),
  );
  // A file may be visible in two editors.
  const places = new Map(
    selected.map((one) => [`${one.document.uri.toString()} ${rangeName(one.range)}`, one]),
  );
  return [...places.values()].filter(({ item }) => item.text.trim() !== '').slice(0, maxSelections);
}

function rangeName({ start, end }: vscode.Range): string {
  return [start.line, start.character, end.line, end.character].join(' ');
}

/** What is selected in editors, an item for each selection. */
export function selectedItems(editors: readonly vscode.TextEditor[]): readonly PickedItem[] {
  return selectedCode(editors).map(({ document, range, item }) => ({
    item,
    renew: followRange(document, range),
  }));
}

function placesOf(selected: readonly SelectedCode[]): string | undefined {
  const [first] = selected;
  return selected.length > 1
    ? plural(selected.length, {
        other: vscode.l10n.t('{0} selections', formatNumber(selected.length)),
      })
    : first && placeOf(first.item);
}

function placeOf({ path, startLine, endLine }: ContextItem): string {
  const name = labelText(path.slice(path.lastIndexOf('/') + 1));
  const first = formatNumber(startLine);
  return startLine === endLine
    ? vscode.l10n.t('{0}, line {1}', name, first)
    : vscode.l10n.t('{0}, lines {1}–{2}', name, first, formatNumber(endLine));
}
