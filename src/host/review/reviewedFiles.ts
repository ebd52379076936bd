import * as vscode from 'vscode';
import { mergedText } from '../../apply/lines/mergedText.ts';
import { pathBelow } from '../base/pathBelow.ts';
import type { Undecided } from './atCursor.ts';
import { afterBoth } from './leftOutParts.ts';
import { proposalPath, type Proposals } from './proposals.ts';
import { mergeOrTell, setBase, setProposal, undecidedIn } from './proposedText.ts';
import {
  type ChangeOwner,
  documentOf,
  type FileChange,
  isSame,
  type ReviewedFile,
} from './reviewedFile.ts';

/** The files of the review, each with its proposal, which follow what is changed in them meanwhile. */
export class ReviewedFiles implements vscode.Disposable {
  readonly #proposals: Proposals;
  readonly #isWriting: () => boolean;
  readonly #subscriptions: vscode.Disposable;
  #all: readonly ReviewedFile[] = [];
  #timer: ReturnType<typeof setTimeout> | undefined;

  /** What changes in a file while Parley `isWriting` is no change that is to be merged. */
  constructor(proposals: Proposals, isWriting: () => boolean) {
    this.#proposals = proposals;
    this.#isWriting = isWriting;
    this.#subscriptions = vscode.Disposable.from(
      vscode.workspace.onDidChangeTextDocument(({ document }) => this.#changedSoon(document)),
      vscode.workspace.onDidRenameFiles(({ files }) => {
        for (const { oldUri, newUri } of files) {
          this.#renamed(oldUri, newUri);
        }
      }),
    );
  }

  get all(): readonly ReviewedFile[] {
    return this.#all;
  }

  /** The file whose proposal has this address. */
  at(proposal: vscode.Uri | string): ReviewedFile | undefined {
    return this.#all.find((file) => file.proposal.toString() === proposal.toString());
  }

  /** The file for which blocks of code were applied. */
  applied(uri: vscode.Uri): ReviewedFile | undefined {
    return this.#all.find((file) => file.owner === undefined && isSame(file.uri, uri));
  }

  /** What can be decided about in a file. */
  readonly undecided = (file: ReviewedFile): Undecided => undecidedIn(file, this.#proposals);

  /** Adds what is applied, or replaces what was applied to the same file. */
  apply(change: FileChange): ReviewedFile {
    const { kind, uri, base, text, leftOut, origins = [] } = change;
    const known = this.applied(uri);
    if (known?.kind !== kind) {
      this.remove(known === undefined ? [] : [known]);
      return this.add(change);
    }
    setBase(known, base, this.#proposals);
    known.planned = afterBoth(known.planned, { text, leftOut });
    known.origins = [...known.origins, ...origins];
    setProposal(known, text, this.#proposals);
    return known;
  }

  /** Adds a file. With an owner, there is nothing to accept yet. */
  add(
    { kind, uri, name, base, text, leftOut, origins = [] }: FileChange,
    owner?: ChangeOwner,
  ): ReviewedFile {
    const path = proposalPath(uri, name);
    const file: ReviewedFile = {
      kind,
      uri,
      name,
      base,
      planned: { text, leftOut },
      origins,
      left: this.#proposals.add(path, base, true),
      proposal: this.#proposals.add(path, text, kind === 'remove' || owner !== undefined),
      text,
      isTyped: false,
      isConflictTold: false,
      owner,
      isReady: owner === undefined,
    };
    this.#all = [...this.#all, file];
    return file;
  }

  remove(files: readonly ReviewedFile[]): void {
    this.#all = this.#all.filter((file) => !files.includes(file));
  }

  /**
   * Sets what an owner proposes, as a change of `base`, whatever the file is now. It can be accepted if it `isReady`, and fits:
   * what does not is shown once it is ready, as a change of `base`, and is written only after the file is that again.
   */
  propose(
    file: ReviewedFile,
    { base, text, leftOut }: Pick<FileChange, 'base' | 'text' | 'leftOut'>,
    isReady: boolean,
  ): void {
    file.planned = leftOut === undefined ? file.planned : { text, leftOut };
    const merged = base === file.base ? text : mergedText(base, text, file.base);
    if (merged === undefined && isReady) {
      setBase(file, base, this.#proposals);
    }
    if (merged !== undefined || isReady) {
      setProposal(file, merged ?? text, this.#proposals, !isReady);
      file.isTyped = false;
    }
    file.isReady = isReady;
    const document = documentOf(file.uri, vscode.workspace.textDocuments);
    if (isReady && document !== undefined) {
      this.#changed(document);
    }
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#subscriptions.dispose();
  }

  /** Comparing large files takes its time, and typing is many changes. */
  #changedSoon({ uri }: vscode.TextDocument): void {
    if (!this.#isWriting() && this.#all.some((file) => isSame(file.uri, uri))) {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(
        () => vscode.workspace.textDocuments.forEach((one) => this.#changed(one)),
        pauseMs,
      );
    }
  }

  #changed(document: vscode.TextDocument): void {
    for (const file of this.#isWriting() ? [] : this.#all) {
      const isOutdated = isSame(file.uri, document.uri) && document.getText() !== file.base;
      if (isOutdated && file.kind === 'change') {
        mergeOrTell(file, document, this.#proposals);
      }
    }
  }

  #renamed(from: vscode.Uri, to: vscode.Uri): void {
    for (const file of this.#all) {
      const below = pathBelow(from, file.uri);
      file.uri = below === undefined ? file.uri : vscode.Uri.joinPath(to, below);
    }
  }
}

/** So long after a change in a file, it is merged. */
const pauseMs = 150;
