import { foldedText } from '../foldedText.ts';
import { isNoShift, noShift } from '../indentation.ts';
import type { LineRange } from '../placeEdit.ts';
import { type CodeFit, hasMark } from './codeText.ts';
import { looksElided } from './elisionMarks.ts';
import { type BodyPair, fitElided } from './fitElided.ts';
import { type Changes, isRefusal, refused } from './lineChange.ts';
import type { Refusal } from './codePlan.ts';
import { reindented, shiftFor } from './reindent.ts';

/** Replaces lines of the file by those of the block that stand for them; `body` is the part that has the statements. */
export function fitRegion(
  fit: CodeFit,
  code: LineRange,
  region: LineRange,
  body?: BodyPair,
): Changes {
  const lines = regionLines(fit, code, region);
  if (isRefusal(lines)) {
    return lines;
  }
  return hasMark(fit.block, code)
    ? fitElided(fit, { code, region, body, lines })
    : [{ ...region, lines, quoted: region }];
}

/** The lines of the block as they are to be in the file. */
function regionLines(
  fit: CodeFit,
  code: LineRange,
  region: LineRange,
): readonly string[] | Refusal {
  const { block, file } = fit;
  const isEmpty = code.from >= code.to || region.from >= region.to;
  const shift = isEmpty ? noShift : shiftFor(fit, code, region, [code.from, region.from]);
  const here = file.lines.slice(region.from, region.to);
  const own = block.lines.slice(code.from, code.to);
  const marked = own.map((line, at) => (block.marks.has(code.from + at) ? '' : line));
  const lines = shift && reindented(marked, shift, here);
  if (lines === undefined) {
    return refused('indent');
  }
  // Spaces behind tabs that the block does not have are no indentation of the file.
  const isMixed = lines.some((line) => /^\t* +[^\s*]/.test(line) && !here.includes(line));
  if (file.unit === '\t' && block.unit !== '\t' && isMixed) {
    return refused('indent');
  }
  const problem = lineProblem(isNoShift(shift ?? noShift) ? marked : lines, here, file.language);
  return problem === undefined ? lines : refused(problem);
}

/**
 * What is wrong with lines that are new in a region: a quote or dash that the file writes otherwise, a character that
 * cannot be seen, or something that may stand for code that is left out.
 */
export function lineProblem(
  lines: readonly string[],
  here: readonly string[],
  language: string | undefined,
): 'signs' | 'elision' | undefined {
  const known = new Set(here.map((line) => line.trim()));
  const folded = new Set(here.map((line) => foldedText(line).trim()));
  for (const line of lines) {
    const text = line.trim();
    if (text === '' || known.has(text)) {
      continue;
    }
    if (
      folded.has(foldedText(text)) ||
      /[\u200b-\u200f\u2060\u202a-\u202e\u2066-\u2069\ufeff]/.test(text)
    ) {
      return 'signs';
    }
    if (looksElided(line, language) || text === '...') {
      return 'elision';
    }
  }
  return undefined;
}
