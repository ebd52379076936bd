/**
 * Does `work`, which changes what stands inside `target`, and gives what undoes its changes: what it
 * removed comes back as the same nodes. Code blocks are left as they are, since they can be changed
 * at any time.
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
    // A selection in what stays is kept.
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
