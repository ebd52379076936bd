/**
 * Calls `work`, which changes the content of `target`. The result undoes these changes: removed
 * nodes return as the same nodes. Changes inside code blocks are not undone, because code blocks
 * can be changed at any time.
 */
export function undoable(target: Node, work: () => void): () => void {
  const observer = new MutationObserver(() => {});
  observer.observe(target, {
    subtree: true,
    childList: true,
    attributeOldValue: true,
    characterDataOldValue: true,
  });
  work();
  const records = observer.takeRecords().filter((record) => !isInCode(record.target));
  observer.disconnect();
  return () => records.toReversed().forEach(undo);
}

function isInCode(node: Node): boolean {
  const nearest = node instanceof Element ? node : node.parentElement;
  return (nearest?.closest('.code-block') ?? null) !== null;
}

function undo(record: MutationRecord): void {
  const { target } = record;
  if (target instanceof CharacterData) {
    undoText(target, record.oldValue ?? '');
  } else if (target instanceof Element && record.attributeName !== null) {
    undoAttribute(target, record.attributeName, record.oldValue);
  } else {
    undoChildren(record);
  }
}

function undoText(text: CharacterData, old: string): void {
  if (text.data.startsWith(old)) {
    // Keeps a selection in the text that stays.
    text.deleteData(old.length, text.length - old.length);
  } else {
    text.data = old;
  }
}

function undoAttribute(node: Element, name: string, old: string | null): void {
  if (old === null) {
    node.removeAttribute(name);
  } else {
    node.setAttribute(name, old);
  }
}

function undoChildren({ target, addedNodes, removedNodes, nextSibling }: MutationRecord): void {
  for (const node of addedNodes) {
    if (node.parentNode === target) {
      target.removeChild(node);
    }
  }
  const next = nextSibling?.parentNode === target ? nextSibling : null;
  for (const node of removedNodes) {
    target.insertBefore(node, next);
  }
}
