import { languageOfPath } from '../../../../src/apply/code/language/languageOfPath.ts';
import { loadTrees } from '../../../support/syntaxTrees.ts';
import { random } from '../../../support/random.ts';
import { upTo } from './cases/changes.ts';
import { createScore } from './cases/score.ts';
import { sourceTrees } from './cases/sourceFiles.ts';
import { type CodeCase, filled, isRight } from './code/codeCase.ts';
import { randomCodeChange, readFile, type ReadFile } from './code/codeChanges.ts';
import { codeForms } from './code/codeForms.ts';
import { codeOutcome } from './code/codeOutcome.ts';
import { codeStyles } from './code/codeStyles.ts';
import { codeTargets, plainCase } from './code/codeTargets.ts';
import { codeTraps } from './code/codeTraps.ts';
import { seed } from '../../../support/seed.ts';
import { quantity } from '../../../support/quantity.ts';

const casesPerTree = quantity({ slice: 6, whole: 48 });

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

/** Whether two texts differ only in blank lines. */
function isSame(one: string, other: string): boolean {
  return filled(one).join('\n') === filled(other).join('\n');
}

describe('code of real files', () => {
  it('is never placed wrong, and is applied where the place is unique', async function () {
    this.timeout(3_600_000);
    const next = random(seed);
    const score = createScore();
    for (const tree of await sourceTrees()) {
      const reads: ReadFile[] = [];
      for (const file of tree.files) {
        const style = codeStyles[file.path.replace(/^.*\./, '')];
        const language = languageOfPath(file.path);
        const parse = language && (await loadTrees(language));
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
        const { text, why } = await codeOutcome(one);
        const isWrong = text !== undefined && !isSame(text, one.target.text) && !isRight(one, text);
        score.add({
          tree,
          path: one.path,
          form: one.name,
          isUnique: one.isUnique,
          isApplied: text !== undefined,
          wrong: isWrong ? one.block.slice(0, 2000) : undefined,
          why,
        });
      }
    }
    score.check(`seed ${seed}`);
  });
});
