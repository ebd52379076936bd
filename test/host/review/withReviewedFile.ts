import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import type { Review } from '../../../src/host/review/review.ts';
import { openReview, type OpenReview } from '../apply/openReview.ts';
import { closeEditors } from '../closeEditors.ts';

/** What a test has: a file in a folder of its own, and the review of its suite. */
interface FileToReview {
  readonly root: string;
  readonly uri: vscode.Uri;
  readonly opened: OpenReview;
  readonly review: Review;
}

/** Gives each test of a suite a new file: VS Code may still have what a test before has made of its own. */
export function withReviewedFile(
  folder: string,
  text: string,
  begin: (file: FileToReview) => void,
): void {
  const root = join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '', folder);
  let count = 0;
  let opened: OpenReview;
  before(() => {
    opened = openReview();
  });
  beforeEach(async () => {
    await mkdir(root, { recursive: true });
    count += 1;
    const uri = vscode.Uri.file(join(root, `${count}.txt`));
    await writeFile(uri.fsPath, text);
    begin({ root, uri, opened, review: opened.review });
  });
  afterEach(async () => {
    await closeEditors();
    await rm(root, { recursive: true, force: true });
  });
  after(() => opened.dispose());
}
