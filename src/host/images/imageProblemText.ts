import * as vscode from 'vscode';
import type { ImageProblem } from '../../shared/images/file/readImageFile.ts';
import { maxImageBytes, maxImagePixels } from '../../shared/images/image.ts';
import { formatNumber } from '../../shared/language.ts';

/** Why a file cannot be sent as an image, and what to do. */
export function imageProblemText(problem: ImageProblem, name: string): string {
  switch (problem) {
    case 'empty':
      return vscode.l10n.t('“{0}” is empty.', name);
    case 'tooLarge':
      return vscode.l10n.t(
        '“{0}” is larger than {1} MB. Scale it down or save it with a stronger compression, then add it again.',
        name,
        formatNumber(maxImageBytes / 1024 / 1024),
      );
    case 'tooManyPixels':
      return vscode.l10n.t(
        '“{0}” has more than {1} megapixels. Scale it down, then add it again.',
        name,
        formatNumber(maxImagePixels / 1_000_000),
      );
    case 'svg':
      return vscode.l10n.t(
        '“{0}” is an SVG drawing, which services do not read as an image. Save it as PNG, or attach it as text.',
        name,
      );
    case 'broken':
      return vscode.l10n.t(
        '“{0}” is damaged or incomplete. Save the image again, then add it.',
        name,
      );
    case 'otherType':
      return vscode.l10n.t(
        '“{0}” is not a PNG, JPEG, WebP or GIF image. Save it as one of these, then add it again.',
        name,
      );
  }
}
