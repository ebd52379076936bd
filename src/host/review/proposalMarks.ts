import * as vscode from 'vscode';
import { shortened } from '../../shared/visibleText.ts';
import { formatNumber, plural } from '../../shared/language.ts';
import { codeInMarkdown } from '../base/safeText.ts';
import { isSame } from '../editor/documentOf.ts';
import { createLineMark } from '../editor/lines.ts';
import type { FoundPart } from './linesNow.ts';
import type { ReviewedFile } from './reviewedFile.ts';

/**
 * Marks lines of documents: in a file those that a proposal changes, with links above the first, and in the proposal what
 * the reply leaves out; again `onDidChange`, and when the text is edited.
 */
export function markProposals(
  files: () => readonly ReviewedFile[],
  onDidChange: vscode.Event<void>,
): vscode.Disposable {
  const mark = createLineMark();
  const refresh = (): void => {
    for (const editor of vscode.window.visibleTextEditors) {
      const { document } = editor;
      const file = files().find(({ proposal }) => isSame(proposal, document.uri));
      editor.setDecorations(mark, [
        ...changesOf(document, files()).flatMap(({ ranges }) => ranges.map((range) => ({ range }))),
        ...(file?.partsIn(document.getText()) ?? []).map((part) => partMark(part, document)),
      ]);
    }
  };
  return vscode.Disposable.from(
    mark,
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
          changesOf(document, files()).flatMap(({ file, ranges: [range] }) =>
            range === undefined ? [] : linksTo(file, range),
          ),
      },
    ),
  );
}

/** The lines of the document of a file that proposals change; new ones are at the line before. */
function changesOf(
  document: vscode.TextDocument,
  files: readonly ReviewedFile[],
): readonly { readonly file: ReviewedFile; readonly ranges: readonly vscode.Range[] }[] {
  const own = files.filter(({ uri }) => isSame(uri, document.uri));
  return own.map((file) => {
    const ranges = file.hunks.map(({ before: { from, to } }) =>
      document.validateRange(new vscode.Range(from, 0, Math.max(from, to - 1), 0)),
    );
    return { file, ranges };
  });
}

function linksTo(
  { isReady, proposal }: ReviewedFile,
  range: vscode.Range,
): readonly vscode.CodeLens[] {
  const show = [vscode.l10n.t('Show Proposed Changes'), 'parley.review.list'] as const;
  const accept = [vscode.l10n.t('Accept'), 'parley.review.acceptAll'] as const;
  const reject = [vscode.l10n.t('Reject'), 'parley.review.rejectAll'] as const;
  const place = [{ proposal: proposal.toString() }];
  return (isReady ? [show, accept, reject] : [show, reject]).map(
    ([title, command]) => new vscode.CodeLens(range, { title, command, arguments: place }),
  );
}

/** Marks what the reply leaves out, before its code: what is behind that is cut off in a narrow diff. */
function partMark(part: FoundPart, document: vscode.TextDocument): vscode.DecorationOptions {
  return {
    range: new vscode.Range(part.from, 0, part.to - 1, 0),
    hoverMessage: hoverOf(part, document),
    renderOptions: {
      before: {
        contentText: vscode.l10n.t('Left out'),
        color: new vscode.ThemeColor('editorInfo.foreground'),
        // In some themes, only the slant tells it from code.
        fontStyle: 'italic',
        margin: '0 1em 0 0',
      },
    },
  };
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
