import type * as vscode from 'vscode';
import { isArrayOf, isString } from '../../shared/guards.ts';

const key = 'parley.rewrite.recent';
const most = 10;

/** The instructions of the latest rewrites, the latest first. */
export function recentInstructions(state: vscode.Memento): readonly string[] {
  const stored: unknown = state.get(key);
  return isArrayOf(isString)(stored) ? stored.slice(0, most) : [];
}

/** Keeps an instruction as the latest. */
export async function rememberInstruction(state: vscode.Memento, text: string): Promise<void> {
  const others = recentInstructions(state).filter((one) => one !== text);
  await state.update(key, [text, ...others].slice(0, most));
}
