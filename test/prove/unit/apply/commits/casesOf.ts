import { upTo } from '../cases/changes.ts';
import type { CommitCase } from './commitCase.ts';
import { joined } from './commitForm.ts';
import type { CommitPair } from './commitPair.ts';
import { commitTargets } from './commitTargets.ts';
import { explicitForms } from './explicitForms.ts';
import { itemForms } from './itemForms.ts';
import { markForms } from './markForms.ts';
import { readPair } from './readPair.ts';
import { wholeForms } from './wholeForms.ts';

const forms = { ...explicitForms, ...wholeForms, ...itemForms, ...markForms };

const fences: Readonly<Record<string, string>> = {
  shell: 'bash',
  ignore: '',
  requirements: '',
  csharp: 'cs',
};

/** A commit in every form that it allows, some of them for a file or in a reply that is not plain. */
export function casesOf(pair: CommitPair, random: () => number): readonly CommitCase[] {
  const read = readPair(pair);
  if (read === undefined) {
    return [];
  }
  const text = joined(read.before);
  return Object.entries(forms).flatMap(([name, form]) => {
    const made = form(read, random);
    if (made === undefined || (made.accepted.includes(text) && made.group !== 'unsure')) {
      return [];
    }
    const { isNew = false, form: more, ...rest } = made;
    const one: CommitCase = {
      language: fences[pair.language] ?? pair.language,
      ...rest,
      form: more === undefined ? name : `${name}: ${more}`,
      ...(isNew ? {} : { text, seen: text }),
    };
    const targets = Object.entries(commitTargets);
    const [told, target] = targets[upTo(targets.length * 3, random)] ?? [];
    const other = target?.(one);
    return [other === undefined ? one : { ...other, form: `${one.form} | ${told}` }];
  });
}
