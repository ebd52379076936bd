import { labelOf } from './labels.ts';

/**
 * Writes the rows of tables, in Markdown or with commas or tabs, as labels and values: a row below a row of labels as
 * an entry of a list, and a row that begins with a label as that label and its value.
 */
export function rowsAsLabels(text: string): string {
  let names: readonly string[] = [];
  const lines = text.split('\n');
  return lines
    .map((line, nth) => {
      const cells = line.split(/[|\t,]/, 20).map((cell) => cell.trim());
      if (names.length === cells.length && cells.some((cell) => cell.includes('://'))) {
        const fields = cells.flatMap((cell, nth) => (cell === '' ? [] : `${names[nth]}: ${cell}`));
        return `- ${fields.join('\n  ')}`;
      }
      const bare = cells.map((cell) => cell.replaceAll('`', ''));
      const isRow = bare.every((cell) => /^[\p{L}\p{M}\w /-]{0,30}$/u.test(cell));
      const labels = bare.filter((cell) => labelOf(cell).role !== undefined);
      const isRule = names.length === cells.length && isRuleOf(line);
      names = isRule ? names : isRow && labels.length > 1 ? bare : [];
      const [label = '', value = ''] = line.includes('|')
        ? cells.filter((cell) => cell !== '')
        : [];
      const name = label.replaceAll('`', '');
      const isLabel = /^[\p{L}\p{M}\w .-]{1,60}$/u.test(name) && labelOf(name).role !== undefined;
      return isLabel && !isRuleOf(lines[nth + 1] ?? '') ? `${name}: ${value}` : line;
    })
    .join('\n');
}

function isRuleOf(line: string): boolean {
  return /^[\s|:-]*$/.test(line) && line.includes('-');
}
