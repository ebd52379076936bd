/** What an import is from, and how. */
export function importKey(plain: string): string {
  const [, source] =
    /(?:\bfrom |\brequire(?:_relative)?[ (]{1,2}|^import )\(?(["'][^"']{1,300}["'])/.exec(plain) ??
    [];
  const [word = ''] = plain.split(' ', 1);
  if (source !== undefined) {
    const [, type = ''] = /^(?:import|export) (type) /.exec(plain) ?? [];
    const star = /^(?:import|export)(?: type)? \*/.test(plain) ? '*' : '';
    return `${word} ${type}${star} ${source.slice(1, -1)}`;
  }
  const [, module] = /^from (\S{1,300}) import/.exec(plain) ?? [];
  if (module !== undefined) {
    return `from ${module}`;
  }
  return plain
    .replace(/\{.*/, '')
    .replace(/^import \(.*/, 'import')
    .slice(0, 300);
}

const knownModifiers =
  /\b(?:export|default|pub|public|private|protected|internal|static|abstract|declare|override|final|readonly|unsafe|extern)\b|@[\w.]{1,100}|#!?\[[\w:]{1,100}/g;

export function modifiersOf(before: string): readonly string[] {
  return before.slice(0, 2000).match(knownModifiers) ?? [];
}
