import { labelOf } from './labels.ts';

/** Writes each row of a table below a row of labels, in Markdown or with commas or tabs, as an entry of a list. */
export function rowsAsEntries(text: string): string {
  let names: readonly string[] = [];
  const lines = text.split('\n').map((line) => {
    const cells = line.split(/[|\t,]/, 20).map((cell) => cell.trim());
    if (names.length === cells.length && cells.some((cell) => cell.includes('://'))) {
      const fields = cells.flatMap((cell, nth) => (cell === '' ? [] : `${names[nth]}: ${cell}`));
      return `- ${fields.join('\n  ')}`;
    }
    const isRow = cells.every((cell) => /^[\p{L}\p{M}\w /-]{0,30}$/u.test(cell));
    const labels = cells.filter((cell) => labelOf(cell).role !== undefined);
    const isRule = names.length === cells.length && /^[\s|:-]*$/.test(line);
    names = isRule ? names : isRow && labels.length > 1 ? cells : [];
    return line;
  });
  return lines.join('\n');
}
