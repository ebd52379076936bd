import * as vscode from 'vscode';
import { transcript } from '../../conversation/conversation.ts';
import {
  createPathEstimate,
  messageTokens,
  tokenEstimate,
} from '../../conversation/request/tokenEstimate.ts';
import { isArrayOf, isString } from '../../shared/guards.ts';
import { formatNumber } from '../../shared/language.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { labelText } from '../base/safeText.ts';
import type { SideChat } from '../chat/sideChat.ts';
import type { Instruction, Rewrite, RewriteServices } from './rewrite.ts';

/** In the state: the latest instructions, the latest first, and whether the file went along with the last one. */
const keys = { recent: 'parley.rewrite.recent', withFile: 'parley.rewrite.withFile' };

/** More instructions are not kept. */
const mostRecent = 10;

/** A longer text is cut: it was pasted by mistake. In characters. */
const longest = 10_000;

interface Row extends vscode.QuickPickItem {
  /** Fills the input box; missing for the row that sends. */
  readonly fills?: string;
}

/** A button above the input box. */
interface Button extends vscode.QuickInputButton {
  readonly press: () => unknown;
}

/**
 * Asks what a rewrite is to change, and remembers it. The input box begins with `value`. Gives undefined if the user closes the list. Only Enter on a text of the
 * user sends.
 */
export async function askInstruction(
  rewrite: Rewrite,
  services: Pick<RewriteServices, 'preview' | 'state'>,
  value = '',
): Promise<Instruction | undefined> {
  const { state } = services;
  const stored: unknown = state.get(keys.recent);
  const recent = isArrayOf(isString)(stored) ? stored.slice(0, mostRecent) : [];
  const asked = await askInBox(rewrite, services, value, recent);
  if (asked !== undefined) {
    const others = recent.filter((one) => one !== asked.text);
    await state.update(keys.recent, [asked.text, ...others].slice(0, mostRecent));
    if (rewrite.canSendFile) {
      await state.update(keys.withFile, asked.withFile);
    }
  }
  return asked;
}

async function askInBox(
  rewrite: Rewrite,
  { preview, state }: Pick<RewriteServices, 'preview' | 'state'>,
  value: string,
  recent: readonly string[],
): Promise<Instruction | undefined> {
  const { chat, canSendFile } = rewrite;
  const box = vscode.window.createQuickPick<Row>();
  let withFile = canSendFile && state.get(keys.withFile) === true;
  const instruction = (): Instruction => ({ text: box.value.slice(0, longest).trim(), withFile });
  let buttons: readonly Button[] = [];
  const show = (): void => {
    box.items = [sendRow(rewrite, instruction()), ...(box.value === '' ? recentRows(recent) : [])];
    buttons = [
      ...(canSendFile ? [fileButton(withFile, () => (withFile = !withFile))] : []),
      modelButton(chat),
      button('eye', vscode.l10n.t('Preview Request'), async () =>
        preview(rewrite.message(instruction()), chat),
      ),
    ];
    box.buttons = buttons;
  };
  Object.assign(box, wordsFor(rewrite), { value, ignoreFocusOut: true });
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
        box.value = (box.selectedItems[0] ?? box.activeItems[0])?.fills ?? '';
        show();
      });
      box.onDidTriggerButton(async (pressed) => {
        // Another list or a document may take the place of this one meanwhile.
        isAside = true;
        await buttons.find((one) => one === pressed)?.press();
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

function wordsFor({
  item: { path, startLine, endLine },
  hasAsked,
}: Rewrite): Pick<vscode.QuickPick<Row>, 'title' | 'placeholder'> {
  const [file, first] = [visibleText(path), formatNumber(startLine)];
  const lines =
    startLine === endLine
      ? vscode.l10n.t('{0}, line {1}', file, first)
      : vscode.l10n.t('{0}, lines {1}–{2}', file, first, formatNumber(endLine));
  if (hasAsked) {
    return {
      title: vscode.l10n.t('Refine the Rewrite: {0}', lines),
      placeholder: vscode.l10n.t('What should be different? The request contains the chat so far.'),
    };
  }
  return {
    title: vscode.l10n.t('Rewrite {0}', lines),
    placeholder: vscode.l10n.t('What should change?'),
  };
}

function button(icon: string, tooltip: string, press: Button['press']): Button {
  return { iconPath: new vscode.ThemeIcon(icon), tooltip, press };
}

function fileButton(isOn: boolean, press: Button['press']): Button {
  return isOn
    ? button('list-selection', vscode.l10n.t('Send Only the Selected Code'), press)
    : button('new-file', vscode.l10n.t('Send the Whole File as Context, Too'), press);
}

function modelButton({ target }: SideChat): Button {
  const model = target.current()?.model;
  const tooltip =
    model === undefined
      ? vscode.l10n.t('Choose Model')
      : vscode.l10n.t('Choose Model (now {0})', visibleText(model));
  return button('chip', tooltip, async () => target.ask('chooseModel'));
}

/** The row that sends, and says to whom and how much. It is never filtered out. */
function sendRow(rewrite: Rewrite, instruction: Instruction): Row {
  const name = rewrite.chat.target.current()?.model;
  const { conversation } = rewrite.chat.session;
  const count =
    tokenEstimate(conversation.systemPrompt ?? '') +
    createPathEstimate()(transcript(conversation)) +
    messageTokens(rewrite.message(instruction), undefined);
  const size = vscode.l10n.t('~ {0} tokens', formatNumber(count));
  const scope = instruction.withFile
    ? vscode.l10n.t('with the whole file')
    : rewrite.hasAsked
      ? vscode.l10n.t('with the chat so far')
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
function recentRows(recent: readonly string[]): readonly Row[] {
  return recent.length === 0
    ? []
    : [
        { label: vscode.l10n.t('Recent'), kind: vscode.QuickPickItemKind.Separator },
        ...recent.map((text) => ({ label: `$(history) ${labelText(text)}`, fills: text })),
      ];
}
