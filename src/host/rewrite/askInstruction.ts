import * as vscode from 'vscode';
import { formatNumber, plural } from '../../shared/language.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { labelText } from '../base/safeText.ts';

/** What the user wants to be changed, and whether the whole file goes along. */
export interface Instruction {
  readonly text: string;
  readonly withFile: boolean;
}

/** How an instruction is asked for. */
interface InstructionQuestion {
  readonly title: string;
  readonly placeholder: string;
  /** What the text is at first. */
  readonly value?: string | undefined;
  /** Missing if the file cannot go along. */
  readonly withFile?: boolean | undefined;
  /** The earlier instructions, the latest first. */
  readonly recent: readonly string[];
  /** The model that gets it; undefined if none is chosen. */
  readonly model: () => string | undefined;
  readonly chooseModel: () => Promise<unknown>;
  /** The estimated tokens of the request. */
  readonly tokens: (instruction: Instruction) => number;
  readonly preview: (instruction: Instruction) => Promise<void>;
}

/** A longer text is cut: it was pasted by mistake. In characters. */
const longest = 10_000;

interface Row extends vscode.QuickPickItem {
  /** Fills the input box; missing for the row that sends. */
  readonly fills?: string;
}

/** Asks what is to be changed. Gives undefined if the user closes the list. Only Enter on a text of the user sends. */
export async function askInstruction(
  question: InstructionQuestion,
): Promise<Instruction | undefined> {
  const { title, placeholder, recent, model, preview, chooseModel } = question;
  const box = vscode.window.createQuickPick<Row>();
  let withFile = question.withFile === true;
  const instruction = (): Instruction => ({ text: box.value.slice(0, longest).trim(), withFile });
  const show = (): void => {
    box.items = [sendRow(question, instruction()), ...recentRows(recent, box.value)];
    box.buttons = [
      ...(question.withFile === undefined ? [] : [fileButton(withFile)]),
      modelButton(model()),
      previewButton(),
    ];
  };
  Object.assign(box, { title, placeholder, value: question.value ?? '', ignoreFocusOut: true });
  show();
  try {
    return await new Promise<Instruction | undefined>((resolve) => {
      let isAside = false;
      box.onDidChangeValue(show);
      box.onDidAccept(() => {
        // The rows may be those of a moment ago, so that the text decides.
        if (instruction().text !== '') {
          resolve(instruction());
          return;
        }
        const fills = (box.selectedItems[0] ?? box.activeItems[0])?.fills;
        if (fills !== undefined) {
          box.value = fills;
          show();
        }
      });
      box.onDidTriggerButton(async ({ iconPath }) => {
        const id = iconPath instanceof vscode.ThemeIcon ? iconPath.id : '';
        if (id === fileIcons.on || id === fileIcons.off) {
          withFile = !withFile;
          show();
          return;
        }
        // Another list or a document takes the place of this one meanwhile.
        isAside = true;
        await (id === previewIcon ? preview(instruction()) : chooseModel());
        isAside = false;
        show();
        box.show();
      });
      box.onDidHide(() => isAside || resolve(undefined));
      box.show();
    });
  } finally {
    box.dispose();
  }
}

/** What a press does: the whole file is added, or only the selection is left. */
const fileIcons = { on: 'list-selection', off: 'new-file' } as const;
const previewIcon = 'eye';

function fileButton(isOn: boolean): vscode.QuickInputButton {
  return {
    iconPath: new vscode.ThemeIcon(isOn ? fileIcons.on : fileIcons.off),
    tooltip: isOn
      ? vscode.l10n.t('Send Only the Selected Code')
      : vscode.l10n.t('Send the Whole File as Context, Too'),
  };
}

function modelButton(model: string | undefined): vscode.QuickInputButton {
  return {
    iconPath: new vscode.ThemeIcon('chip'),
    tooltip:
      model === undefined
        ? vscode.l10n.t('Choose Model')
        : vscode.l10n.t('Choose Model (now {0})', visibleText(model)),
  };
}

function previewButton(): vscode.QuickInputButton {
  return {
    iconPath: new vscode.ThemeIcon(previewIcon),
    tooltip: vscode.l10n.t('Preview Request'),
  };
}

/** The row that sends, and says to whom and how much. It is never filtered out. */
function sendRow({ model, tokens }: InstructionQuestion, instruction: Instruction): Row {
  const name = model();
  const count = tokens(instruction);
  const size = plural(count, {
    one: vscode.l10n.t('~ {0} token', formatNumber(count)),
    other: vscode.l10n.t('~ {0} tokens', formatNumber(count)),
  });
  const scope = instruction.withFile
    ? vscode.l10n.t('with the whole file')
    : vscode.l10n.t('only this code');
  const facts = [...(name === undefined ? [] : [labelText(name)]), size, scope];
  return {
    label:
      instruction.text === ''
        ? `$(edit) ${vscode.l10n.t('Describe the change and press Enter')}`
        : `$(send) ${labelText(instruction.text)}`,
    detail: facts.join(' · '),
    alwaysShow: true,
  };
}

/** They are offered until something is typed. */
function recentRows(recent: readonly string[], value: string): readonly Row[] {
  return recent.length === 0 || value !== ''
    ? []
    : [
        { label: vscode.l10n.t('Recent'), kind: vscode.QuickPickItemKind.Separator },
        ...recent.map((text) => ({ label: `$(history) ${labelText(text)}`, fills: text })),
      ];
}
