/**
 * Whether a `when` clause of the manifest is true in a window where no context key is set: a key is false then, and so is
 * every comparison that asks for a value.
 */
export function holdsAtFirst(when: string): boolean {
  const clause = when.trim();
  const alternatives = split(clause, '||');
  if (alternatives.length > 1) {
    return alternatives.some(holdsAtFirst);
  }
  const parts = split(clause, '&&');
  if (parts.length > 1) {
    return parts.every(holdsAtFirst);
  }
  if (clause.startsWith('!')) {
    return !holdsAtFirst(clause.slice(1));
  }
  if (clause.startsWith('(') && clause.endsWith(')')) {
    return holdsAtFirst(clause.slice(1, -1));
  }
  return clause === 'true' || clause.includes(' != ') || clause.includes(' not in ');
}

/** The parts of a clause between `operator`, but for those inside brackets. */
function split(clause: string, operator: '||' | '&&'): readonly string[] {
  const parts: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < clause.length; at += 1) {
    const character = clause[at];
    depth += character === '(' ? 1 : character === ')' ? -1 : 0;
    if (depth === 0 && clause.startsWith(operator, at)) {
      parts.push(clause.slice(start, at));
      start = at + operator.length;
    }
  }
  return [...parts, clause.slice(start)];
}
