import * as vscode from 'vscode';
import { transcript } from '../../conversation/conversationState.ts';
import {
  createPathEstimate,
  messageTokens,
  tokenEstimate,
} from '../../conversation/request/tokenEstimate.ts';
import { isArrayOf, isString } from '../../shared/guards.ts';
import { formatNumber } from '../../shared/language.ts';
import { visibleText } from '../../shared/visibleText.ts';
import { labelText } from '../base/safeText.ts';
import type { Instruction, Rewrite, RewriteServices } from './rewrite.ts';

/** In the state: the latest instructions, the latest first. */
const recentKey = 'parley.rewrite.recent';

/** More instructions are not kept. */
const mostRecent = 10;

/** A longer text is cut: it was pasted by mistake. In characters. */
const longest = 10_000;

/** A row that sends what is typed, or else one that fills the input box. */
interface Row extends vscode.QuickPickItem {
  readonly withFile?: boolean;
  readonly fills?: string;
}

/**
 * Asks what a rewrite is to change, and remembers it. The input box begins with `value`. Gives undefined if the user closes the
 * list. Only Enter on a text of the user sends.
 */
export async function askInstruction(
  rewrite: Rewrite,
  { preview, state }: Pick<RewriteServices, 'preview' | 'state'>,
  value = '',
): Promise<Instruction | undefined> {
  const { chat } = rewrite;
  const stored: unknown = state.get(recentKey);
  const recent = isArrayOf(isString)(stored) ? stored.slice(0, mostRecent) : [];
  const box = vscode.window.createQuickPick<Row>();
  const instruction = (): Instruction => ({
    text: box.value.slice(0, longest).trim(),
    withFile: box.activeItems[0]?.withFile === true,
  });
  const show = (): void => {
    const { text } = instruction();
    // Those of before are offered until something is typed.
    box.items = [...sendRows(rewrite, text), ...(box.value === '' ? recentRows(recent) : [])];
  };
  const model = button('chip', vscode.l10n.t('Choose Model'));
  const eye = button('eye', vscode.l10n.t('Preview Request'));
  Object.assign(box, wordsFor(rewrite), { value, ignoreFocusOut: true, buttons: [model, eye] });
  show();
  const asked = await new Promise<Instruction | undefined>((resolve) => {
    let isAside = false;
    box.onDidChangeValue(show);
    box.onDidAccept(() => {
      // The rows may be those of a moment ago, so that the text decides.
      if (instruction().text !== '') {
        resolve(instruction());
        return;
      }
      box.value = box.activeItems[0]?.fills ?? '';
      show();
    });
    box.onDidTriggerButton(async (pressed) => {
      // Another list or a document may take the place of this one meanwhile.
      isAside = true;
      await (pressed === model
        ? chat.target.ask('chooseModel')
        : preview(rewrite.message(instruction()), chat));
      isAside = false;
      show();
      box.show();
    });
    box.onDidHide(() => isAside || resolve(undefined));
    box.show();
  });
  box.dispose();
  if (asked !== undefined) {
    const others = recent.filter((one) => one !== asked.text);
    await state.update(recentKey, [asked.text, ...others].slice(0, mostRecent));
  }
  return asked;
}

function button(icon: string, tooltip: string): vscode.QuickInputButton {
  return { iconPath: new vscode.ThemeIcon(icon), tooltip };
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
  return hasAsked
    ? {
        title: vscode.l10n.t('Refine the Rewrite: {0}', lines),
        placeholder: vscode.l10n.t(
          'What should be different? The request contains the chat so far.',
        ),
      }
    : {
        title: vscode.l10n.t('Rewrite {0}', lines),
        placeholder: vscode.l10n.t('What should change?'),
      };
}

/** The rows that send, and say to whom and how much. They are never filtered out. */
function sendRows(rewrite: Rewrite, text: string): readonly Row[] {
  const { session, target } = rewrite.chat;
  const model = target.current()?.model;
  const { conversation } = session;
  const before =
    tokenEstimate(conversation.systemPrompt ?? '') + createPathEstimate()(transcript(conversation));
  const facts = (withFile: boolean): string => {
    const count = before + messageTokens(rewrite.message({ text, withFile }), undefined);
    const size = vscode.l10n.t('~ {0} tokens', formatNumber(count));
    return [...(model === undefined ? [] : [labelText(model)]), size].join(' · ');
  };
  const label =
    text === ''
      ? `$(edit) ${vscode.l10n.t('Describe the change and press Enter')}`
      : `$(send) ${labelText(text)}`;
  const whole = `$(new-file) ${vscode.l10n.t('Send the Whole File as Context, Too')}`;
  return [
    { label, detail: facts(false), alwaysShow: true },
    ...(rewrite.canSendFile
      ? [{ label: whole, detail: facts(true), alwaysShow: true, withFile: true }]
      : []),
  ];
}

function recentRows(recent: readonly string[]): readonly Row[] {
  return recent.length === 0
    ? []
    : [
        { label: vscode.l10n.t('Recent'), kind: vscode.QuickPickItemKind.Separator },
        ...recent.map((text) => ({ label: `$(history) ${labelText(text)}`, fills: text })),
      ];
}
