import { blankStart, isBlank } from '../../lines/blankLines.ts';
import { scannedLines } from '../language/scannedLines.ts';
import { type Item, itemOf, saidIn } from './item.ts';

/** Where a section begins, and how deep it is: 0 for what is before the first heading. */
interface Heading {
  readonly line: number;
  readonly level: number;
}

/** The sections of Markdown, each with those of a deeper level within it. */
export function sections(lines: readonly string[]): readonly Item[] {
  const headings: Heading[] = [];
  const scan = scannedLines(lines, 'markdown');
  for (const [line, text] of lines.entries()) {
    const isText = scan[line]?.within === 'text';
    const marked = /^(#{1,6})\s/.exec(text)?.[1]?.length;
    const under = /^\S/.test(text) ? /^(={2,}|-{2,})\s*$/.exec(lines[line + 1] ?? '')?.[1] : '';
    const level = marked ?? (under ? (under.startsWith('=') ? 1 : 2) : 0);
    if ((!isText && level > 0) || (headings.length === 0 && !isBlank(text))) {
      headings.push({ line, level });
    }
  }
  return sectionsOf(lines, headings, lines.length);
}

function sectionsOf(
  lines: readonly string[],
  headings: readonly Heading[],
  end: number,
): readonly Item[] {
  const items: Item[] = [];
  for (let at = 0; at < headings.length;) {
    const { line: from, level } = headings[at] ?? { line: 0, level: 0 };
    const after = headings.findIndex(
      (one, index) => index > at && (level === 0 || one.level <= level),
    );
    const next = after === -1 ? headings.length : after;
    const to = blankStart(lines, headings[next]?.line ?? end, from + 1);
    const inner = headings.slice(at + 1, next);
    const head = (lines[from] ?? '').trim();
    const kind = level === 0 ? 'statement' : 'named';
    const key = head.replace(/^#+\s+/, '');
    const body = inner[0] && { from: inner[0].line, to };
    const members = body && sectionsOf(lines, inner, to);
    const said = level === 0 ? undefined : saidIn(lines.slice(from + 1, to));
    items.push(itemOf({ kind, key, head, from, own: from, to, said, body, members }));
    at = next;
  }
  return items;
}
