import * as vscode from 'vscode';
import type { ContextItem } from '../../shared/conversation/conversation.ts';
import { relativePath } from '../editor/codePlace.ts';
import { contextItem } from '../editor/selectionContext.ts';
import type { PickedItem } from './contextSource.ts';
import { findPlace, movedRange, type PlainRange } from './places.ts';

/** So many ranges are followed at most; the oldest is given up first. */
const maxFollowed = 200;

interface Followed {
  readonly uri: string;
  /** As long as the document has been open all the time; then its text may have changed anyhow. */
  range: vscode.Range | undefined;
}

const followed = new Set<Followed>();
let listening: vscode.Disposable | undefined;

/** Items with code of open documents, which is followed through their changes; any other item stays as it is. */
export function followItems(items: readonly ContextItem[]): readonly PickedItem[] {
  return items.map((item) => {
    const { kind, uri, path, startLine } = item;
    const document =
      kind === undefined && uri === undefined
        ? vscode.workspace.textDocuments.find((one) => relativePath(one.uri) === path)
        : undefined;
    const place = document && placeIn(document, item);
    return document !== undefined && place?.start.line === startLine - 1
      ? { item, renew: followRange(document, place) }
      : { item };
  });
}

/**
 * Follows code through the changes of its document. Gives a function that reads it as it is now; it gives undefined
 * where it cannot be found again for certain.
 */
export function followRange(
  document: vscode.TextDocument,
  range: vscode.Range,
): () => Promise<ContextItem | undefined> {
  const before = contextItem(document, range);
  const followedPlace = followPlace(document, range);
  return async () => {
    const now = await vscode.workspace.openTextDocument(document.uri);
    const place = followedPlace() ?? placeIn(now, before);
    const item = place && contextItem(now, place);
    // What was deleted as a whole was perhaps moved elsewhere.
    return item === undefined || item.text.trim() === '' ? undefined : item;
  };
}

/** Where the text of an item is in a document, as `findPlace` says it. */
export function placeIn(
  document: vscode.TextDocument,
  { text, startLine }: ContextItem,
): vscode.Range | undefined {
  return asRange(findPlace(document.getText(), text, startLine - 1));
}

function asRange(place: PlainRange | undefined): vscode.Range | undefined {
  return (
    place &&
    new vscode.Range(place.start.line, place.start.character, place.end.line, place.end.character)
  );
}

/**
 * Follows a range through the changes of its document. Gives a function that tells where it is now; undefined if that is
 * not known for certain.
 */
export function followPlace(
  { uri }: vscode.TextDocument,
  range: vscode.Range,
): () => vscode.Range | undefined {
  const own: Followed = { uri: uri.toString(), range };
  listening ??= listen();
  followed.add(own);
  const [oldest] = followed;
  if (followed.size > maxFollowed && oldest !== undefined) {
    stopFollowing(oldest);
  }
  return () => own.range;
}

function stopFollowing(one: Followed): void {
  one.range = undefined;
  followed.delete(one);
}

/** For as long as the extension host runs: two listeners that do nothing where nothing is followed. */
function listen(): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      const address = document.uri.toString();
      for (const one of followed) {
        if (one.uri === address && one.range !== undefined) {
          one.range = asRange(
            contentChanges.reduce(
              (range: PlainRange | undefined, change) => range && movedRange(range, change),
              one.range,
            ),
          );
        }
      }
    }),
    vscode.workspace.onDidCloseTextDocument((document) => {
      const address = document.uri.toString();
      [...followed].filter(({ uri }) => uri === address).forEach(stopFollowing);
    }),
  );
}
