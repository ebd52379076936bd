import * as vscode from 'vscode';
import type { ContextSource } from '../contextSource.ts';
import { wholeText } from '../largeItems.ts';

/** More is not read, in UTF-16 code units. */
const maxLength = 16 * 1024 * 1024;

/** The text in the clipboard, as it is now. */
export const clipboardSource: ContextSource = {
  name: 'clipboard',
  icon: 'clippy',
  label: () => vscode.l10n.t('Clipboard'),
  // Only reading would tell. VS Code reads it when the user asks for it.
  isOffered: () => true,
  async pick() {
    const text = await vscode.env.clipboard.readText();
    if (text.trim() === '') {
      return { items: [], problems: [vscode.l10n.t('The clipboard has no text.')] };
    }
    if (text.length > maxLength) {
      return { items: [], problems: [vscode.l10n.t('The text in the clipboard is too large.')] };
    }
    const place = { kind: 'clipboard', path: 'clipboard', languageId: 'plaintext' } as const;
    return { items: [{ item: wholeText({ ...place, text }) }] };
  },
};
