import { indentOf } from '../indentation.ts';

const blockHead =
  /^\s*(?:(?:async\s+)?(?:for|with|def)\b|(?:if|elif|else|while|try|except|finally|class|match|case)\b).*:\s*(?:#.*)?$/;

/** How many lines of Python begin a block that the next line with code is not in. */
export function emptyBlocks(lines: readonly string[]): number {
  const filled = lines.filter((line) => line.trim() !== '' && !line.trim().startsWith('#'));
  return filled.filter(
    (line, at) =>
      blockHead.test(line.slice(0, 1000)) &&
      indentOf(filled[at + 1] ?? '').length <= indentOf(line).length,
  ).length;
}
