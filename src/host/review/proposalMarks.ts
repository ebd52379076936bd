import * as vscode from 'vscode';
import { shortened } from '../../shared/cutText.ts';
import { formatNumber, plural } from '../../shared/language.ts';
import { codeInMarkdown } from '../base/safeText.ts';
import { isSame } from '../editor/documentOf.ts';
import { createLineMark } from '../editor/lineMark.ts';
import type { FoundPart } from './leftOutParts.ts';
import type { ReviewedFile } from './reviewedFile.ts';

/**
 * Marks lines of documents: in a file those that a proposal changes, with links above the first, and in the proposal what
 * the reply leaves out; again `onDidChange`, and when the text is edited.
 */
export function markProposals(
  files: () => readonly ReviewedFile[],
  onDidChange: vscode.Event<void>,
): vscode.Disposable {
  const lines = createLineMark();
  const label = vscode.window.createTextEditorDecorationType({
    // Before the code: what is behind it is cut off in a narrow diff.
    before: {
      contentText: vscode.l10n.t('Left out'),
      color: new vscode.ThemeColor('editorInfo.foreground'),
      // In some themes, only the slant tells it from code.
      fontStyle: 'italic',
      margin: '0 1em 0 0',
    },
  });
  const refresh = (): void => {
    for (const editor of vscode.window.visibleTextEditors) {
      const { document } = editor;
      const file = files().find(({ proposal }) => isSame(proposal, document.uri));
      const parts = file?.partsIn(document.getText()) ?? [];
      const changed = proposedFor(document, files()).flatMap((one) => changedRanges(one, document));
      editor.setDecorations(lines, [
        ...changed.map((range) => ({ range })),
        ...parts.map((part) => ({
          range: new vscode.Range(part.from, 0, part.to - 1, 0),
          hoverMessage: hoverOf(part, document),
        })),
      ]);
      editor.setDecorations(
        label,
        parts.map(({ from }) => {
          const start = document.lineAt(from).firstNonWhitespaceCharacterIndex;
          return new vscode.Range(from, start, from, start);
        }),
      );
    }
  };
  return vscode.Disposable.from(
    lines,
    label,
    onDidChange(refresh),
    vscode.window.onDidChangeVisibleTextEditors(refresh),
    vscode.workspace.onDidChangeTextDocument(({ document }) => {
      if (files().some(({ proposal }) => isSame(proposal, document.uri))) {
        refresh();
      }
    }),
    vscode.languages.registerCodeLensProvider(
      { pattern: '**' },
      {
        onDidChangeCodeLenses: onDidChange,
        provideCodeLenses: (document) =>
          proposedFor(document, files()).flatMap((file) => linksTo(file, document)),
      },
    ),
  );
}

function proposedFor(
  { uri }: vscode.TextDocument,
  files: readonly ReviewedFile[],
): readonly ReviewedFile[] {
  return files.filter((file) => isSame(file.uri, uri));
}

/** The lines of the document of a file that its proposal changes; new ones are at the line before. */
function changedRanges(
  { hunks }: ReviewedFile,
  document: vscode.TextDocument,
): readonly vscode.Range[] {
  return hunks.map(({ before: { from, to } }) =>
    document.validateRange(new vscode.Range(from, 0, Math.max(from, to - 1), 0)),
  );
}

function linksTo(file: ReviewedFile, document: vscode.TextDocument): readonly vscode.CodeLens[] {
  const [range] = changedRanges(file, document);
  const show = [vscode.l10n.t('Show Proposed Changes'), 'parley.review.list'] as const;
  const accept = [vscode.l10n.t('Accept'), 'parley.review.acceptAll'] as const;
  const reject = [vscode.l10n.t('Reject'), 'parley.review.rejectAll'] as const;
  const links = file.isReady ? [show, accept, reject] : [show, reject];
  return links.flatMap(([title, command]) =>
    range === undefined
      ? []
      : new vscode.CodeLens(range, {
          title,
          command,
          arguments: [{ proposal: file.proposal.toString() }],
        }),
  );
}

/** What is said of a part, with links for the decision. */
function hoverOf(
  { from, to, planned }: FoundPart,
  document: vscode.TextDocument,
): vscode.MarkdownString {
  const command = 'parley.review.decide';
  const link = (label: string, decision: 'delete' | 'keep'): string => {
    const parameters = JSON.stringify([document.uri.toString(), document.version, from, decision]);
    return `[**${label}**](command:${command}?${encodeURIComponent(parameters)})`;
  };
  const links = [link(vscode.l10n.t('Delete'), 'delete'), link(vscode.l10n.t('Keep'), 'keep')];
  // A name of the reply, or else the first line.
  const named = planned.name.trim() === '' ? document.lineAt(from).text.trim() : planned.name;
  const [name, count] = [codeInMarkdown(shortened(named, maxNameLength)), to - from];
  const said = plural(count, {
    one: vscode.l10n.t('The reply leaves out {0} ({1} line)', name, formatNumber(count)),
    other: vscode.l10n.t('The reply leaves out {0} ({1} lines)', name, formatNumber(count)),
  });
  const hover = new vscode.MarkdownString(`${said}\n\n${links.join(' | ')}`);
  hover.isTrusted = { enabledCommands: [command] };
  return hover;
}

/** In UTF-16 code units. A statement has its first line as its name. */
const maxNameLength = 60;
