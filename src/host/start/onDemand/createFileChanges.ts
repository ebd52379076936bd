import type * as vscode from 'vscode';
import { CodeActions, type CodeServices } from '../../apply/codeActions.ts';
import { Proposals } from '../../review/proposals.ts';
import { Review } from '../../review/review.ts';
import { proposalScheme } from '../../review/diffTabs.ts';
import type { RewriteServices } from '../../rewrite/rewrite.ts';
import { Rewrites } from '../../rewrite/rewrites.ts';

/** What changes files: blocks of code that are applied, and rewrites, in one review. */
export interface FileChanges extends vscode.Disposable {
  readonly review: Review;
  readonly code: CodeActions;
  readonly startRewrites: (services: Omit<RewriteServices, 'loadSyntax'>) => Rewrites;
}

/** Starts without anything to review. */
export function createFileChanges(services: CodeServices): FileChanges {
  const proposals = new Proposals(proposalScheme);
  const review = new Review(proposals);
  return {
    review,
    code: new CodeActions(services, review),
    startRewrites: (more) => new Rewrites({ ...more, loadSyntax: services.loadSyntax }, review),
    dispose() {
      review.dispose();
      proposals.dispose();
    },
  };
}
