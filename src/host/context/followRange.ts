import * as vscode from 'vscode';
import type { ContextItem } from '../../shared/conversation/conversation.ts';
import { contextItem } from '../editor/selectionContext.ts';
import { movedRange, type PlainRange } from './movedRange.ts';
import { findPlace } from './findPlace.ts';

/** So many ranges are followed at most; the oldest is given up first. */
const maxFollowed = 200;

interface Followed {
  readonly uri: string;
  /** As long as the document has been open all the time; then its text may have changed anyhow. */
  range: vscode.Range | undefined;
}

const followed = new Set<Followed>();
let listening: vscode.Disposable | undefined;

/**
 * Follows code through the changes of its document. Gives a function that reads it as it is now; it gives undefined
 * where it cannot be found again for certain.
 */
export function followRange(
  document: vscode.TextDocument,
  range: vscode.Range,
): () => Promise<ContextItem | undefined> {
  const { uri } = document;
  const before = contextItem(document, range);
  const followedPlace = followPlace(document, range);
  return async () => {
    const now = openDocument(uri) ?? (await vscode.workspace.openTextDocument(uri));
    const place = followedPlace() ?? rangeOf(now.getText(), before);
    const item = place && contextItem(now, place);
    // What was deleted as a whole was perhaps moved elsewhere.
    return item === undefined || item.text.trim() === '' ? undefined : item;
  };
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

function openDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  const address = uri.toString();
  return vscode.workspace.textDocuments.find((one) => one.uri.toString() === address);
}

function rangeOf(text: string, { text: part, startLine }: ContextItem): vscode.Range | undefined {
  const place = findPlace(text, part, startLine - 1);
  return (
    place &&
    new vscode.Range(place.startLine, place.startCharacter, place.endLine, place.endCharacter)
  );
}

/** For as long as the extension host runs: two listeners that do nothing where nothing is followed. */
function listen(): vscode.Disposable {
  return vscode.Disposable.from(
    vscode.workspace.onDidChangeTextDocument(({ document, contentChanges }) => {
      const address = document.uri.toString();
      for (const one of followed) {
        if (one.uri === address && one.range !== undefined) {
          const moved = contentChanges.reduce(
            (range: PlainRange | undefined, change) => range && movedRange(range, change),
            one.range,
          );
          one.range =
            moved &&
            new vscode.Range(
              moved.start.line,
              moved.start.character,
              moved.end.line,
              moved.end.character,
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
