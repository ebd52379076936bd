import * as vscode from 'vscode';
import { visibleText } from '../../shared/visibleText.ts';

/** Asks before characters are written that the encoding of the file does not have. */
export async function agreesToLoss(
  document: vscode.TextDocument | undefined,
  text: string,
): Promise<boolean> {
  const lost = document === undefined ? [] : await charactersLost(document, text);
  if (document === undefined || lost.length === 0) {
    return true;
  }
  const accept = vscode.l10n.t('Accept Anyway');
  const answer = await vscode.window.showWarningMessage(
    vscode.l10n.t(
      'The encoding of this file ({0}) does not have these characters: {1}. They would be lost when the file is saved.',
      document.encoding,
      visibleText(lost.join(' ')),
    ),
    { modal: true },
    accept,
  );
  return answer === accept;
}

/** The encodings that have every character. */
const unicode: ReadonlySet<string> = new Set(['utf8', 'utf8bom', 'utf16le', 'utf16be']);

/** How many characters are named. */
const mostNamed = 10;

/** The characters that the encoding of a document does not have, and that would be lost when it is saved. */
async function charactersLost(
  { encoding, uri }: vscode.TextDocument,
  text: string,
): Promise<readonly string[]> {
  if (unicode.has(encoding) || uri.scheme === 'untitled') {
    return [];
  }
  const lost: string[] = [];
  // Only characters beyond ASCII can be missing, and each is looked at once.
  for (const character of new Set(text.match(/[\u0080-\u{10ffff}]/gu) ?? [])) {
    const bytes = await vscode.workspace.encode(character, { encoding });
    if ((await vscode.workspace.decode(bytes, { encoding })) !== character) {
      lost.push(character);
    }
    if (lost.length === mostNamed) {
      break;
    }
  }
  return lost;
}
