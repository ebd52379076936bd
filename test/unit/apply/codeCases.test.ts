import assert from 'node:assert/strict';
import { languageOfPath } from '../../../src/apply/code/languageOfPath.ts';
import { loadGrammar } from '../../support/grammars.ts';
import { random } from '../../support/random.ts';
import { upTo } from './cases/changes.ts';
import { sourceFiles } from './cases/sourceFiles.ts';
import type { CodeCase } from './code/codeCase.ts';
import { randomCodeChange, readFile, type ReadFile } from './code/codeChanges.ts';
import { codeForms } from './code/codeForms.ts';
import { codeOutcome } from './code/codeOutcome.ts';
import { codeStyles } from './code/codeStyles.ts';
import { codeTargets, plainCase } from './code/codeTargets.ts';
import { codeTraps } from './code/codeTraps.ts';

const casesPerTree = Number(process.env['PARLEY_APPLY_CASES'] ?? 60);

/** In characters: a longer file only takes longer. */
const longest = 20_000;

/** A case of a file; undefined if what was chosen does not go together. */
function randomCase(read: ReadFile, next: () => number): CodeCase | undefined {
  const change = randomCodeChange(read, next);
  const isTrap = next() < 0.3;
  const forms = Object.entries(isTrap ? codeTraps : codeForms);
  const [name, form] = forms[upTo(forms.length, next)] ?? [];
  const formed = change && form?.(change, next);
  if (change === undefined || name === undefined || formed === undefined) {
    return undefined;
  }
  const one = plainCase(name, change, formed);
  const targets = Object.entries(codeTargets);
  const [told, target] = targets[upTo(isTrap ? 5 : targets.length, next)] ?? [];
  const made = target?.(one, change, next);
  return made && { ...made, name: `${name}, ${told}` };
}

/** Other cases: `PARLEY_SEED=7 PARLEY_APPLY_CASES=1000 npm test -- unit`. */
describe('code of real files', () => {
  it('is never placed wrong, and is applied where the place is unique', async function () {
    this.timeout(3_600_000);
    const seed = Number(process.env['PARLEY_SEED'] ?? 1);
    const next = random(seed);
    let [count, unique, first, traps, meanwhile] = [0, 0, 0, 0, 0];
    const misses = new Map<string, number>();
    const wrong: string[] = [];
    const used = new Set<string>();
    for (const [tree, files] of await sourceFiles()) {
      const reads: ReadFile[] = [];
      for (const file of files) {
        const style = codeStyles[file.path.replace(/^.*\./, '')];
        const language = languageOfPath(file.path);
        const parse = language && (await loadGrammar(language));
        const read =
          style && parse && file.text.length < longest ? readFile(file, style, parse) : undefined;
        reads.push(...(read === undefined ? [] : [read]));
      }
      for (
        let tries = 0, made = 0;
        reads.length > 0 && made < casesPerTree && tries < casesPerTree * 40;
        tries += 1
      ) {
        const read = reads[upTo(reads.length, next)];
        const one = read && randomCase(read, next);
        if (one === undefined) {
          continue;
        }
        made += 1;
        count += 1;
        used.add(one.path);
        const { text, why } = await codeOutcome(one);
        if (text !== undefined && !one.accepted.includes(text)) {
          wrong.push(`${tree} ${one.path}, ${one.name}:\n${one.block.slice(0, 2000)}`);
        }
        traps += one.accepted.length === 0 ? 1 : 0;
        meanwhile += one.name.includes('typed') ? 1 : 0;
        if (one.isUnique) {
          unique += 1;
          first += text === undefined ? 0 : 1;
          if (text === undefined) {
            misses.set(`${one.name}: ${why}`, (misses.get(`${one.name}: ${why}`) ?? 0) + 1);
          }
        }
      }
    }
    const told = `seed ${seed}, ${count} cases of ${used.size} files, ${first} of ${unique} applied, ${traps} to be refused, ${meanwhile} with typing, ${JSON.stringify(Object.fromEntries(misses))}`;
    if (process.env['PARLEY_APPLY_TELL'] !== undefined) {
      console.log(told, wrong.length, 'wrong');
    }
    assert.deepEqual(wrong.slice(0, 3), [], `${wrong.length} wrong edits, ${told}`);
    assert.ok(first / unique >= 0.97, told);
  });
});
