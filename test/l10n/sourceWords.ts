import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '../launch/projectFolders.ts';
import { isNode, type Node, nodesOf, parseText, sourceFiles } from '../support/syntaxTree.ts';

/** Words by their keys. */
export type Words = Readonly<Record<string, string>>;

/**
 * The English words of the sources, by the keys under which VS Code and `@vscode/l10n` look them up. That is read
 * here, not by `getL10nJson` of `@vscode/l10n-dev`, which takes ten times as long.
 */
export async function sourceWords(): Promise<Words> {
  const words: Record<string, string> = {};
  for (const file of await sourceFiles('src')) {
    const text = await readFile(join(projectFolder, file), 'utf8');
    if (text.includes('l10n')) {
      Object.assign(words, wordsIn(parseText(file, text)));
    }
  }
  return words;
}

/** The English words of a syntax tree, by their keys. */
export function wordsIn(tree: unknown): Words {
  const found = nodesOf(tree)
    .filter(isTranslation)
    .flatMap((call) => writtenWords(call) ?? []);
  return Object.fromEntries(
    found.map(({ message, comment }) => [
      comment === '' ? message : `${message}/${comment}`,
      message,
    ]),
  );
}

/** Whether a node is a call of `l10n.t` or `vscode.l10n.t`. */
export function isTranslation({ type, callee }: Node): boolean {
  if (type !== 'CallExpression' || !isNode(callee)) {
    return false;
  }
  const { object, property } = callee;
  const owner = isNode(object) && isNode(object['property']) ? object['property'] : object;
  return isNode(owner) && owner['name'] === 'l10n' && isNode(property) && property['name'] === 't';
}

/** The message that such a call looks up, and the comment for translators; undefined if they are not written out. */
export function writtenWords({
  arguments: given,
}: Node): { readonly message: string; readonly comment: string } | undefined {
  const [first] = nodesIn(given);
  const direct = textOf(first);
  if (direct !== undefined || first?.['type'] !== 'ObjectExpression') {
    return direct === undefined ? undefined : { message: direct, comment: '' };
  }
  const message = textOf(valueOf(first, 'message'));
  const comment = valueOf(first, 'comment');
  const comments =
    comment?.['type'] === 'ArrayExpression' ? nodesIn(comment['elements']) : [comment];
  const texts = comments.flatMap((one) => textOf(one) ?? []);
  return message === undefined || texts.length < comments.length
    ? undefined
    : { message, comment: texts.join('') };
}

function nodesIn(list: unknown): readonly Node[] {
  return Array.isArray(list) ? list.filter(isNode) : [];
}

/** The text of a string. */
function textOf(node: Node | undefined): string | undefined {
  const value = node?.['type'] === 'StringLiteral' ? node['value'] : undefined;
  return typeof value === 'string' ? value : undefined;
}

/** The value of a property of an object that is written out. */
function valueOf({ properties }: Node, name: string): Node | undefined {
  const property = nodesIn(properties).find(({ key }) => isNode(key) && key['name'] === name);
  return isNode(property?.['value']) ? property['value'] : undefined;
}
