import * as vscode from 'vscode';
import { messageTokens } from '../../conversation/request/tokenEstimate.ts';
import type { UserMessage } from '../../shared/conversation/conversation.ts';
import { formatNumber } from '../../shared/language.ts';
import { visibleText } from '../../shared/visibleText.ts';
import type { SideChat } from '../chat/sideChat.ts';
import { askInstruction, type Instruction } from './askInstruction.ts';
import { recentInstructions, rememberInstruction } from './recentInstructions.ts';
import type { Rewrite } from './rewrite.ts';

const withFileKey = 'parley.rewrite.withFile';

/** What asking for an instruction uses. */
export interface InstructionServices {
  readonly preview: (message: UserMessage, chat: SideChat) => Promise<void>;
  readonly state: vscode.Memento;
}

/** What the input box begins with, and what it says. */
interface InstructionStart {
  readonly value?: string | undefined;
  /** How many other selections there are, which are not rewritten. */
  readonly otherSelections?: number | undefined;
}

/** Asks what a rewrite is to change, and remembers it. Gives undefined if the user closes the list. */
export async function instructionOf(
  rewrite: Rewrite,
  { preview, state }: InstructionServices,
  { value, otherSelections = 0 }: InstructionStart = {},
): Promise<Instruction | undefined> {
  const { chat, place, hasAsked, canSendFile } = rewrite;
  const [path, first] = [visibleText(place.path), formatNumber(place.startLine)];
  const lines =
    place.startLine === place.endLine
      ? vscode.l10n.t('{0}, line {1}', path, first)
      : vscode.l10n.t('{0}, lines {1}–{2}', path, first, formatNumber(place.endLine));
  const instruction = await askInstruction({
    title: hasAsked
      ? vscode.l10n.t('Refine the Rewrite: {0}', lines)
      : vscode.l10n.t('Rewrite {0}', lines),
    placeholder: placeholder(hasAsked, otherSelections),
    value,
    withFile: canSendFile ? state.get(withFileKey) === true : undefined,
    recent: recentInstructions(state),
    model: () => chat.target.current()?.model,
    chooseModel: async () => chat.target.ask('chooseModel'),
    tokens: (typed) => messageTokens(rewrite.message(typed), undefined),
    preview: async (typed) => preview(rewrite.message(typed), chat),
  });
  if (instruction !== undefined) {
    await rememberInstruction(state, instruction.text);
    if (canSendFile) {
      await state.update(withFileKey, instruction.withFile);
    }
  }
  return instruction;
}

function placeholder(hasAsked: boolean, otherSelections: number): string {
  if (otherSelections > 0) {
    return vscode.l10n.t('What should change? Only the first of your selections is rewritten.');
  }
  return hasAsked
    ? vscode.l10n.t('What should be different? The request contains the chat so far.')
    : vscode.l10n.t('What should change?');
}
