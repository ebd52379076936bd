import { ReasoningReader, withPiece } from '../../../src/shared/reasoning/reasoningReader.ts';
import type { ReplyPiece } from '../../../src/shared/service/chatCompletion.ts';

/** What a reply says. */
export interface Said {
  readonly text: string;
  readonly reasoning: string;
}

/** What a reply says that arrives in these parts, with the pieces that it is given in. */
export function readPieces(
  parts: readonly string[],
): Said & { readonly pieces: readonly ReplyPiece[] } {
  const reader = new ReasoningReader();
  const pieces: ReplyPiece[] = [];
  parts.forEach((part) => reader.read(part, pieces));
  reader.end(pieces);
  return { ...pieces.reduce<Said>(withPiece, { text: '', reasoning: '' }), pieces };
}
