import type { Atom, Group, Item } from './groups.ts';
import { isLikelyKey } from './keyText.ts';
import { labelOf } from './labels.ts';
import { saidBy } from './said.ts';
import type { Values } from './values.ts';

/** Words between a label and its value in running text. */
const maxWordsBetween = 3;

/** The items of a group, with labels that stand elsewhere than before a mark: before, above or around a value. */
export function fieldsOf(group: Group, around: string, values: Values): readonly Item[] {
  const { form, callee = '', items } = group;
  const { role } = form === 'call' ? labelOf(callee, true) : {};
  const [first] = items;
  const isCalled = role !== undefined && first !== undefined && first.label === undefined;
  return [
    ...(isCalled ? [{ label: callee, atoms: first.atoms }] : []),
    ...inText(withNames(items, around), values, /^lines?$/.test(form)),
  ];
}

/** `name: NAME, value: …` and `NAME { default: … }` are a label and its value. */
function withNames(items: readonly Item[], around: string): readonly Item[] {
  if (!items.some(isValue)) {
    return items;
  }
  const named = items.find(({ label = '' }) => /(?:^|\s)(?:name|key|variable)$/i.test(label));
  const [atom] = named?.atoms ?? [];
  const label = atom !== undefined && 'text' in atom ? atom.text : around;
  const isLabel = labelOf(label).role !== undefined;
  return items
    .filter((item) => item !== named)
    .map((item) => (isLabel && isValue(item) ? { label, atoms: item.atoms } : item));
}

function isValue({ label = '' }: Item): boolean {
  return /^(?:value|default|raw)$/.test(label);
}

/** Pairs each label that stands among words with the first value of its form after it. */
function inText(items: readonly Item[], values: Values, isText: boolean): readonly Item[] {
  const found: Item[] = [];
  let label: string | undefined;
  let age = 0;
  for (const item of items) {
    const { label: own, atoms } = item;
    if (own !== undefined && (!isText || labelOf(own).role !== undefined)) {
      found.push(item);
      label = undefined;
      continue;
    }
    // What stands below a label is its value if it is alone there.
    label = atoms.length === 1 ? label : undefined;
    const hasKey = atoms.some(isKey);
    const rest: Atom[] = [];
    let before = '';
    for (const atom of atoms) {
      if (label !== undefined && isValueOf(label, atom, values)) {
        found.push({ label, atoms: [atom] });
        label = undefined;
        continue;
      }
      rest.push(atom);
      const text = atom.kind === 'group' ? '' : atom.text;
      // Two words are a label if they say more than the last one; words before that are a sentence's.
      const { role } = labelOf(text);
      const both = labelOf(`${before} ${text}`).role;
      age = (both ?? role) === undefined ? age + 1 : 0;
      if (age === 0) {
        label = both !== undefined && both !== role ? `${before} ${text}` : text;
      }
      // Where a text is a key by its form, no other is.
      const isSaid = hasKey && labelOf(label ?? '').role === 'key';
      label = age < maxWordsBetween && !isSaid ? label : undefined;
      before = text;
    }
    // `… as the key and … for the model`.
    const last = hasKey && labelOf(label ?? '').role === 'model' ? label : undefined;
    const isModel = (one: Atom) =>
      last !== undefined && !isKey(one) && isValueOf(last, one, values);
    const at = rest.findLastIndex(isModel);
    found.push(...(at < 0 ? [] : [{ label: last, atoms: rest.splice(at, 1) }]));
    found.push(...(rest.length === 0 ? [] : [{ label: own, atoms: rest }]));
  }
  return found;
}

function isKey(atom: Atom): boolean {
  return atom.kind !== 'group' && isLikelyKey(atom.text);
}

/** Whether an atom is more than a word of a sentence, and what a label says. */
function isValueOf(name: string, atom: Atom, values: Values): boolean {
  const label = labelOf(name);
  const form = label.role === 'key' ? /^(?=.*\d)[^:/]{6,}$/ : /[\d/:.-]/;
  const isFormed = atom.kind === 'text' || (atom.kind === 'word' && form.test(atom.text));
  return isFormed && saidBy(label, { label: name, atoms: [atom] }, values).length > 0;
}
