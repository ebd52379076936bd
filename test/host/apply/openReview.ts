import * as vscode from 'vscode';
import { Proposals } from '../../../src/host/review/proposals.ts';
import { Review } from '../../../src/host/review/review.ts';
import type { FileChange } from '../../../src/host/review/reviewedFile.ts';
import { until } from '../../support/until.ts';

/** The scheme of proposals of tests. The extension that is tested has registered its own, once it was needed. */
export const testScheme = 'parley-test-changes';

/** A review of its own, without anything in it. */
export interface OpenReview extends vscode.Disposable {
  readonly review: Review;
  /** Adds a change of a new document without a file, and waits until the proposal has the focus, at a line if one is given. */
  add(change: Pick<FileChange, 'base' | 'text' | 'leftOut'>, line?: number): Promise<Reviewed>;
}

/** A document, and the editor with what is proposed for it. */
interface Reviewed {
  readonly document: vscode.TextDocument;
  readonly editor: vscode.TextEditor;
}

export function openReview(): OpenReview {
  const proposals = new Proposals(testScheme);
  const review = new Review(proposals);
  return {
    review,
    async add(change, line) {
      const document = await newDocument(change.base);
      const { uri } = document;
      await review.add([{ kind: 'change', uri, ...change }]);
      return { document, editor: await focused(line) };
    },
    dispose() {
      review.dispose();
      proposals.dispose();
    },
  };
}

/** A document without a file. VS Code gives the name of one that was closed again, and perhaps that document for a moment. */
async function newDocument(content: string): Promise<vscode.TextDocument> {
  return until('a new document', async () => {
    const document = await vscode.workspace.openTextDocument({ content });
    return document.getText() === content && !document.isClosed ? document : undefined;
  });
}

/** The editor of a proposal, once it has the focus. VS Code first shows the cursor where it was when a file was shown before. */
export async function focused(line?: number): Promise<vscode.TextEditor> {
  return until('the proposal has the focus', () => {
    const editor = vscode.window.activeTextEditor;
    const isThere = line === undefined || editor?.selection.active.line === line;
    return editor?.document.uri.scheme === testScheme && isThere ? editor : undefined;
  });
}
