import { classFrames } from '../apply/code/items/grammars.ts';
import { languageOfPath } from '../apply/code/languageOfPath.ts';
import { planCode } from '../apply/code/planCode.ts';
import type { CodeSyntax, LoadSyntax } from '../apply/code/syntax.ts';
import { spliced } from '../apply/fitEdit.ts';

/** What a reply leaves something out of. */
export interface KnownCode {
  /** The code as the model knows it. */
  readonly text: string;
  /** Of its file. The language is taken from its end. */
  readonly path: string;
}

/** What is around the code so that it can be read as a text of its own. */
interface Frame {
  readonly start: string;
  readonly end: string;
  /** Missing if it cannot be read. Its lines alone have to prove it then. */
  readonly syntax?: CodeSyntax | undefined;
}

/**
 * The code of a reply with what it leaves out, taken from the code that the model knows; undefined if it cannot be proved
 * what the reply leaves out (`planCode`).
 */
export async function filledIn(
  code: readonly string[],
  { text, path }: KnownCode,
  loadSyntax: LoadSyntax,
): Promise<string | undefined> {
  const language = languageOfPath(path);
  const parse = language && (await loadSyntax(language));
  const { start, end, syntax } = frameOf(text, language && parse && { language, parse });
  const framed = start + text + end;
  const plan = planCode(code.join('\n'), { text: framed }, syntax);
  if (plan.kind !== 'apply' && plan.kind !== 'alreadyThere') {
    return undefined;
  }
  const whole = plan.kind === 'apply' ? spliced(framed, plan.splices) : framed;
  return whole.startsWith(start) && whole.endsWith(end)
    ? whole.slice(start.length, whole.length - end.length)
    : undefined;
}

/** A part of a file may be a whole text of its language, or members of a class, or neither. */
function frameOf(text: string, syntax: CodeSyntax | undefined): Frame {
  const [before, after] = (syntax && classFrames[syntax.language]) ?? [];
  const members = { start: `${before ?? ''}\n`, end: `\n${after ?? ''}\n` };
  const frames = [{ start: '', end: '' }, ...(before === undefined ? [] : [members])];
  const found = frames.find(
    ({ start, end }) => syntax?.parse(start + text + end, new Set())?.errors === 0,
  );
  return found === undefined ? { start: '', end: '' } : { ...found, syntax };
}
