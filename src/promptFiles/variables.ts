import { isOneOf } from '../shared/guards.ts';

/** More variables in one file are left as they are written. */
export const maxVariables = 500;

/** Variables that are attached to the message as a chip. Their name takes their place in the text. */
export const contextVariables = [
  'selection',
  'selectedText',
  'file',
  'problems',
  'diff',
  'clipboard',
] as const;

/** Variables whose value takes their place in the text. */
export const textVariables = [
  'fileBasename',
  'fileBasenameNoExtension',
  'fileDirname',
  'relativeFile',
  'language',
  'workspaceFolder',
  'workspaceFolderBasename',
] as const;

export type ContextVariable = (typeof contextVariables)[number];
export type TextVariable = (typeof textVariables)[number];

/** A name that Parley has a value for, besides `input`. */
export type Variable = ContextVariable | TextVariable;

export const isVariable = isOneOf(...contextVariables, ...textVariables);

/** A variable such as `${file}` or `${input:name:placeholder}` in a text. */
export interface VariableUse {
  readonly start: number;
  readonly end: number;
  /** `input`, or what is in the braces. Without a value for it, such as `env:HOME`, the variable stays as written. */
  readonly name: string;
  /** The name of an input, which is asked once however often it is used. */
  readonly input?: string | undefined;
  readonly placeholder?: string | undefined;
  /** Whether it is in a fenced block, where other languages write such things, too. */
  readonly isInCode: boolean;
}

/** All that has the form of a variable, up to a limit. */
export function variablesIn(text: string): readonly VariableUse[] {
  const uses: VariableUse[] = [];
  const isInCode = codeIn(text);
  for (const match of text.matchAll(/\$\{([A-Za-z]\w{0,63})(?::([^${}\r\n]{0,300}))?\}/g)) {
    const [written, name = '', rest] = match;
    const input = name === 'input' && rest !== undefined ? inputOf(rest) : undefined;
    const start = match.index;
    uses.push({
      start,
      end: start + written.length,
      name: input === undefined ? written.slice(2, -1) : name,
      isInCode: isInCode(start),
      ...input,
    });
    if (uses.length === maxVariables) {
      break;
    }
  }
  return uses;
}

/** What follows `input:`, such as `name:placeholder`; undefined without a name. */
function inputOf(rest: string): Pick<VariableUse, 'input' | 'placeholder'> | undefined {
  const colon = rest.indexOf(':');
  const name = (colon === -1 ? rest : rest.slice(0, colon)).trim();
  const placeholder = colon === -1 ? undefined : rest.slice(colon + 1).trim();
  return name === ''
    ? undefined
    : { input: name, placeholder: placeholder === '' ? undefined : placeholder };
}

/**
 * The text with its variables replaced, in one pass: a value that looks like a variable stays as it is. So does a
 * variable without a value.
 */
export function fillIn(
  text: string,
  variables: readonly VariableUse[],
  valueOf: (use: VariableUse) => string | undefined,
): string {
  let filled = '';
  let from = 0;
  for (const use of variables) {
    filled += text.slice(from, use.start) + (valueOf(use) ?? text.slice(use.start, use.end));
    from = use.end;
  }
  return filled + text.slice(from);
}

/**
 * Gives a function that tells whether a place of a Markdown text is in a fenced block. It must be called with one place
 * after the other.
 */
export function codeIn(text: string): (at: number) => boolean {
  const fences = fencesIn(text);
  let next = 0;
  return (at) => {
    while ((fences[next]?.end ?? Infinity) <= at) {
      next += 1;
    }
    return (fences[next]?.start ?? Infinity) <= at;
  };
}

/** The fenced blocks of a Markdown text. One that does not end goes on to the end of the text. */
function fencesIn(text: string): readonly { readonly start: number; readonly end: number }[] {
  const fences: { readonly start: number; readonly end: number }[] = [];
  let open: { readonly start: number; readonly mark: string } | undefined;
  for (const { index, 1: mark = '' } of text.matchAll(/^ {0,3}(`{3,}|~{3,})/gm)) {
    if (open === undefined) {
      open = { start: index, mark };
    } else if (mark.startsWith(open.mark)) {
      fences.push({ start: open.start, end: index });
      open = undefined;
    }
  }
  return open === undefined ? fences : [...fences, { start: open.start, end: text.length }];
}
