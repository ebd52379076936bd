import { type LineKey, withoutModifiers } from './lineKeys.ts';

const word = /^(?!_$)[\p{L}_$][\p{L}\p{N}_$.]*[?!]?$/u;

/** The names of an assignment of several, in brackets. */
const several =
  /^(?:(?:const|let|var|val|final)\s)?[{[(]([^{}=]{1,500}(?:=(?!=)[^{}=]{1,500}){0,20})[}\])]\s?:?=(?![=>~])/;

/** A field: the words of its type, and its name. */
const field = /^(?:[\w<>,.?[\]*&:]{1,100}\s){1,8}([\p{L}_$][\p{L}\p{N}_$]{0,200})\s?(?:[;{=]|$)/u;

/**
 * The names that something gives beside it, as far as its text shows: its own, those of an assignment of several, and what it
 * exports. A method has its brackets, since a field may have its name, and a type its word.
 */
export function givenNames(
  text: string,
  { kind, key, name }: LineKey,
  isMember: boolean,
): readonly string[] {
  const plain = withoutModifiers(text.slice(0, 2000));
  const list = several.exec(plain)?.[1]?.split(',').map(boundName);
  const isPattern = /^(?:const|let|var|val|final)\s[{[(]/.test(plain);
  const typed = isMember && text.trimEnd().endsWith(';') ? field.exec(plain)?.[1] : undefined;
  const one = typed ?? (kind === 'named' && !isPattern ? name : '');
  const [before, behind] = [
    /^(?:interface|type)\s/.test(plain) ? 'type ' : '',
    isMember && key.endsWith('()') ? '()' : '',
  ];
  // What is called otherwise within itself has the name that it is given.
  const [, target = one] = /^([\w$.]+) = /.exec(plain) ?? [];
  const own = (list ?? [...new Set([...one.split(', '), target])])
    .filter((name) => word.test(name))
    .map((name) => before + name + behind);
  return [...own, ...exported(text, own)];
}

/** The name in a part of a pattern, such as `a`, `b: a`, `...a` or `a = 1`. */
function boundName(part: string): string {
  return (part.split('=', 1)[0] ?? '').replace(/^.*(?::|\.{3})/, '').trim();
}

/** What is exported by something has one name more, which a file can export once. */
function exported(text: string, own: readonly string[]): readonly string[] {
  const list = /^export\s?\{([^{}]*)\}\s?;?$/.exec(text.trim())?.[1]?.split(',');
  const names = list?.map((one) => one.trim().split(' ').at(-1) ?? '') ?? own;
  const all = /^export\s+default\b/.test(text) ? ['default'] : names;
  return /^export\b/.test(text)
    ? all.filter((name) => name !== '').map((name) => `export ${name}`)
    : [];
}
