import * as vscode from 'vscode';
import type { ContextItem } from '../../../shared/conversation/conversation.ts';
import { relativePath } from '../../editor/codePlace.ts';
import type { PickedItem } from '../contextSource.ts';
import { followRange } from '../followRange.ts';
import { findPlace } from '../findPlace.ts';

/** Items with code of open documents, which is followed through their changes; any other item stays as it is. */
export function followItems(items: readonly ContextItem[]): readonly PickedItem[] {
  return items.map((item) => {
    const document = item.kind === undefined ? openDocument(item) : undefined;
    const place = document && findPlace(document.getText(), item.text, item.startLine - 1);
    return document === undefined || place === undefined || place.startLine !== item.startLine - 1
      ? { item }
      : {
          item,
          renew: followRange(
            document,
            new vscode.Range(
              place.startLine,
              place.startCharacter,
              place.endLine,
              place.endCharacter,
            ),
          ),
        };
  });
}

function openDocument({ path, uri }: ContextItem): vscode.TextDocument | undefined {
  return uri === undefined
    ? vscode.workspace.textDocuments.find((document) => relativePath(document.uri) === path)
    : undefined;
}
