/**
 * Splits text that is still growing after its last whole sentence or line, for a voice that must not
 * stop in the middle. The marks of markdown are left out of what is whole.
 */
export function completeSentences(text: string): { whole: string; rest: string } {
  const end = /^[^]*(?:[.!?…。！？]["')\]*_]*\s|\n)/.exec(text)?.[0].length ?? 0;
  return { whole: spoken(text.slice(0, end)), rest: text.slice(end) };
}

function spoken(text: string): string {
  return text
    .replaceAll(/^ {0,3}(?:#{1,6} |> ?|(?:```|~~~).*$|\|?(?:\s*:?-{3,}:?\s*\|?)+$)/gm, '')
    .replaceAll(/\*\*|__|`/g, '');
}
