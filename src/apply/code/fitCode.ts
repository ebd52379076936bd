import type { LineRange } from '../placeEdit.ts';
import type { CodeFit } from './codeText.ts';
import type { Refusal } from './codePlan.ts';
import { findLevel } from './items/findLevel.ts';
import { fitImports } from './items/fitImports.ts';
import { fitLevel } from './items/fitLevel.ts';
import { fitFragment, fitLines } from './fitLines.ts';
import { fitWhole } from './fitWhole.ts';
import { changesNothing, isRefusal, type LineChange, refused } from './lineChange.ts';
import type { Item } from './items/outline.ts';

/** What a block changes in a file, before it is proved. */
export type Fitted =
  | { readonly kind: 'fitted'; readonly changes: readonly LineChange[] }
  | { readonly kind: 'several'; readonly places: readonly LineRange[] }
  | Refusal;

/** Fits code into a file: by its structure where both can be read, else by its lines. */
export function fitCode(fit: CodeFit): Fitted {
  const { block, file } = fit;
  if (block.items === undefined || file.items === undefined) {
    const found = file.items === undefined || block.errors > 0 ? fitLines(fit) : refused('syntax');
    const isReadable = file.items === undefined || block.items !== undefined;
    return isRefusal(found) && !isReadable && found.reason === 'notFound'
      ? refused('syntax')
      : fitted(found);
  }
  const whole = fitWhole(fit, block.items, file.items);
  if (whole !== undefined) {
    return fitted(whole);
  }
  const part = fitPart(fit, block.items, file.items);
  if (part.kind === 'refuse' && retried.has(part.reason)) {
    const lines = fitFragment(fit);
    return isRefusal(lines) ? part : fitted(lines);
  }
  return part;
}

/** Reasons for which a block may still be lines out of something that has them. */
const retried: ReadonlySet<string> = new Set(['notFound', 'new']);

function fitted(changes: readonly LineChange[] | Refusal): Fitted {
  return isRefusal(changes) ? changes : { kind: 'fitted', changes };
}

/** Fits items that are a part of a file: imports at its top, the others among their siblings. */
function fitPart(fit: CodeFit, items: readonly Item[], old: readonly Item[]): Fitted {
  const imports = items.filter(({ kind }) => kind === 'import');
  const others = items.filter(({ kind }) => kind !== 'import');
  const added = fitImports(fit, imports, old);
  if (others.every(({ kind }) => kind === 'comment')) {
    return imports.length === 0 || others.length > 0 ? refused('notFound') : fitted(added);
  }
  const level = findLevel(others, fit);
  if (level.kind === 'several') {
    return level;
  }
  if (level.kind === 'none') {
    return refused('new', others.find(({ kind }) => kind === 'named')?.name);
  }
  const fittedItems = fitLevel(fit, { items: others, old: level.old, imports });
  if (isRefusal(fittedItems)) {
    return fittedItems;
  }
  if (isRefusal(added)) {
    return added;
  }
  const changes = [...added, ...fittedItems];
  const lacked = lackedImport(fit, changes);
  return lacked === undefined ? fitted(changes) : refused('missing', lacked.name);
}

/** An import that is all a block lacks of a file that it does not change otherwise: it may be what is to go. */
function lackedImport(
  { block, file, isProof = false }: CodeFit,
  changes: readonly LineChange[],
): Item | undefined {
  const [own, theirs] = [block.items ?? [], file.items ?? []];
  const isAll = block.marks.size === 0 && own.filter(({ kind }) => kind === 'named').length > 1;
  if (isProof || !isAll || !changesNothing(changes, file.lines)) {
    return undefined;
  }
  const heads = new Set(own.map(bareHead));
  const keys = new Set(own.map(({ key }) => key));
  const lacked = theirs.filter((item) =>
    item.kind === 'import' ? !heads.has(bareHead(item)) : !keys.has(item.key),
  );
  return lacked.every(({ kind }) => kind === 'import' || kind === 'comment')
    ? lacked.find(({ kind }) => kind === 'import')
    : undefined;
}

function bareHead({ head }: Item): string {
  return head.replaceAll(/["';]/g, '');
}
