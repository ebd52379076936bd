import * as l10n from '@vscode/l10n';
import { confirmCopy } from '../dom/buttons.ts';
import { bitmapOf, pngOf } from './drawImage.ts';

/** Copies an image to the clipboard and shows on `button` that it was, or that it could not be. */
export async function copyImage(original: Blob, button: HTMLElement): Promise<void> {
  try {
    // Browsers write no other type to the clipboard. The promise keeps the click's permission to do so.
    const png = original.type === 'image/png' ? original : asPng(original);
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': png })]);
    confirmCopy(button);
  } catch {
    const words = l10n.t('The image could not be copied.');
    button.title = words;
    button.ariaLabel = words;
    button.querySelector('.codicon')?.classList.replace('codicon-copy', 'codicon-error');
  }
}

async function asPng(original: Blob): Promise<Blob> {
  const bitmap = await bitmapOf(original);
  try {
    return await pngOf(bitmap);
  } finally {
    bitmap.close();
  }
}
