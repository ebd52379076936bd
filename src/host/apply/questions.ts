import * as vscode from 'vscode';
import { isBlank } from '../../apply/lines/blankLines.ts';
import { indentOf } from '../../apply/lines/indentation.ts';
import { lineDifferences, movedLines } from '../../apply/lines/lineDifferences.ts';
import { type LineRange, lineTexts } from '../../apply/lines/textLines.ts';
import type { FilePlan } from '../../apply/plan/blockPlan.ts';
import { formatNumber } from '../../shared/language.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { labelText } from '../base/safeText.ts';
import { foundFile, openFiles } from '../context/files/workspaceFiles.ts';
import { relativePath } from '../editor/codePlace.ts';
import { uniqueUris } from '../editor/documentOf.ts';
import { showLines } from '../editor/lines.ts';
import type { WritableFile } from '../editor/writableFile.ts';
import { attachedFiles } from './attachedFiles.ts';
import { chosen, NotApplied, type PlanContext } from './planContext.ts';

interface FileItem extends vscode.QuickPickItem {
  readonly uri?: vscode.Uri | undefined;
}

/** Asks for the file that a block is for: one of `uris`, an open one, or any other. */
export async function chooseFile(
  uris: readonly vscode.Uri[],
  placeHolder: string,
): Promise<vscode.Uri | undefined> {
  const known = uniqueUris([...uris, ...activeCell(), ...openFiles()]).filter(
    ({ scheme }) => !scheme.startsWith('parley'),
  );
  const items: FileItem[] = known.map((uri) => {
    const { name, folder } = foundFile(uri);
    return { label: `$(file) ${labelText(name)}`, description: labelText(folder), uri };
  });
  const other: FileItem = { label: `$(folder-opened) ${vscode.l10n.t('Choose File…')}` };
  const title = vscode.l10n.t('Apply to File');
  const item = await vscode.window.showQuickPick([...items, other], {
    title,
    placeHolder,
    matchOnDescription: true,
  });
  const defaultUri = vscode.workspace.workspaceFolders?.[0]?.uri;
  return item === other
    ? (await vscode.window.showOpenDialog({ title, ...(defaultUri && { defaultUri }) }))?.[0]
    : item?.uri;
}

/** The only one of some files, or the only one of them that is attached, or else the one that the user chooses. */
export async function oneOf(
  uris: readonly vscode.Uri[],
  context: PlanContext,
): Promise<vscode.Uri> {
  const attached = new Set(attachedFiles(context.turns).map(({ path }) => path));
  const likely = uris.length > 1 ? uris.filter((uri) => attached.has(relativePath(uri))) : uris;
  const [one, other] = likely;
  const question = vscode.l10n.t('This code block could be for several files or cells.');
  return one !== undefined && other === undefined ? one : askForFile(question, uris, context);
}

/** The file that the user chooses. Where nothing may be asked, the question is why the block is not applied. */
export async function askForFile(
  question: string,
  uris: readonly vscode.Uri[],
  { mayAsk }: PlanContext,
): Promise<vscode.Uri> {
  if (!mayAsk) {
    throw new NotApplied(question);
  }
  return chosen(await chooseFile(uris, question));
}

/** The code of the selected cell of the notebook that was used last. */
function activeCell(): readonly vscode.Uri[] {
  const editor = vscode.window.activeNotebookEditor ?? vscode.window.visibleNotebookEditors[0];
  const { start, end } = editor?.selection ?? { start: 0, end: 0 };
  return editor !== undefined && end === start + 1
    ? editor.notebook.getCells(editor.selection).map(({ document }) => document.uri)
    : [];
}

/** A plan that waits for a choice. */
type SeveralPlaces = Extract<FilePlan, { kind: 'several' }>;

interface PlaceItem extends vscode.QuickPickItem {
  readonly place: LineRange;
  /** Where it is in the document; undefined if it is not there as it is in the text. */
  readonly shown: LineRange | undefined;
}

/**
 * Asks which of several places in a file is meant, and shows the active one in its editor. They are about `text`: that of the
 * file, of its proposal, or as it was when it was sent.
 */
export async function choosePlace(
  { places, edit }: SeveralPlaces,
  { document, name }: Pick<WritableFile, 'document' | 'name'>,
  text: string,
): Promise<LineRange> {
  const lines = lineTexts(text);
  const changes = lineDifferences(lines, lineTexts(document.getText()));
  const items = places.map((place): PlaceItem => {
    const shown = movedLines(place, changes);
    return {
      label: vscode.l10n.t('Line {0}', formatNumber((shown ?? place).from + 1)),
      description: labelText(shortened(enclosingLine(lines, place.from))),
      place,
      shown,
    };
  });
  const item = await vscode.window.showQuickPick(items, {
    title: vscode.l10n.t('Choose the Place in {0}', visibleText(name)),
    placeHolder:
      edit === undefined || edit.count === 1
        ? vscode.l10n.t('The code block fits in several places.')
        : vscode.l10n.t(
            'Change {0} of {1} fits in several places: {2}',
            formatNumber(edit.index + 1),
            formatNumber(edit.count),
            visibleText(shortened(edit.line)),
          ),
    matchOnDescription: true,
    onDidSelectItem: ({ shown }: PlaceItem) => {
      if (shown !== undefined) {
        void showLines(document.uri, shown, { preview: true, preserveFocus: true });
      }
    },
  });
  return chosen(item).place;
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
