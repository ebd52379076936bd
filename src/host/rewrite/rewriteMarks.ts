import * as vscode from 'vscode';
import { waitWords } from '../../conversation/waitWords.ts';
import { formatNumber, plural } from '../../shared/language.ts';
import { isSame } from '../editor/documentOf.ts';
import { createLineMark } from '../editor/lineMark.ts';
import type { Rewrite } from './rewrite.ts';

/** Shows in the files where code is being rewritten, with the commands above it, and the state in the status bar. */
export class RewriteMarks implements vscode.Disposable {
  readonly #rewrites: () => Iterable<Rewrite>;
  readonly #lensesChanged = new vscode.EventEmitter<void>();
  readonly #lines = createLineMark();
  readonly #item = vscode.window.createStatusBarItem(
    'parley.rewrite',
    vscode.StatusBarAlignment.Left,
  );
  readonly #subscription: vscode.Disposable;
  /** Counts down while a request waits. */
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(rewrites: () => Iterable<Rewrite>) {
    this.#rewrites = rewrites;
    this.#item.name = vscode.l10n.t('Parley: Rewrite');
    this.#subscription = vscode.Disposable.from(
      this.#lensesChanged,
      this.#lines,
      this.#item,
      vscode.window.onDidChangeVisibleTextEditors(() => this.#decorate()),
      vscode.languages.registerCodeLensProvider(
        { pattern: '**' },
        {
          onDidChangeCodeLenses: this.#lensesChanged.event,
          provideCodeLenses: (document) =>
            this.#of(document).flatMap((rewrite) => lensesOf(rewrite, document)),
        },
      ),
    );
  }

  /** Shows the state of all rewrites in their files. */
  refresh(): void {
    this.#lensesChanged.fire();
    this.#decorate();
  }

  /** Shows the state of the rewrite in the active tab; undefined if there is none. */
  showActive(rewrite: Rewrite | undefined): void {
    clearTimeout(this.#timer);
    if (rewrite === undefined) {
      this.#item.hide();
      return;
    }
    const { text, tooltip } = stateText(rewrite);
    Object.assign(this.#item, { text, tooltip, accessibilityInformation: { label: tooltip } });
    this.#item.show();
    if (rewrite.wait !== undefined) {
      this.#timer = setTimeout(() => this.showActive(rewrite), 1000);
    }
  }

  dispose(): void {
    clearTimeout(this.#timer);
    this.#subscription.dispose();
  }

  #decorate(): void {
    for (const editor of vscode.window.visibleTextEditors) {
      const { document } = editor;
      const ranges = this.#of(document).map((rewrite) => rewrite.rangeIn(document));
      editor.setDecorations(this.#lines, ranges);
    }
  }

  #of({ uri }: vscode.TextDocument): readonly Rewrite[] {
    return [...this.#rewrites()].filter(({ file }) => isSame(file.uri, uri));
  }
}

function lensesOf(rewrite: Rewrite, document: vscode.TextDocument): vscode.CodeLens[] {
  const { start } = rewrite.rangeIn(document);
  const isRunning = rewrite.phase === 'running';
  const show = isRunning
    ? vscode.l10n.t('Parley is rewriting this code: Show')
    : vscode.l10n.t('Show Rewrite');
  const reject = [vscode.l10n.t('Reject'), 'parley.review.rejectAll'] as const;
  const accept = [vscode.l10n.t('Accept'), 'parley.review.acceptAll'] as const;
  const stop = [vscode.l10n.t('Stop'), 'parley.stop'] as const;
  const others = isRunning ? [stop] : rewrite.phase === 'ready' ? [accept, reject] : [reject];
  return ([[show, 'parley.rewrite.show'], ...others] as const).map(
    ([title, command]) =>
      new vscode.CodeLens(new vscode.Range(start, start), {
        title,
        command,
        arguments: [{ proposal: rewrite.file.proposal.toString() }],
      }),
  );
}

function stateText(rewrite: Rewrite): { readonly text: string; readonly tooltip: string } {
  switch (rewrite.phase) {
    case 'ready':
      return {
        text: `$(check) ${vscode.l10n.t('Rewrite ready')}`,
        tooltip: vscode.l10n.t(
          'The rewrite is ready: accept it, reject it with Escape, or refine it. The file is not changed yet.',
        ),
      };
    case 'failed':
      return {
        text: `$(warning) ${vscode.l10n.t('No rewrite')}`,
        tooltip: vscode.l10n.t(
          'There is nothing to accept. Refine the rewrite, or close it with Escape.',
        ),
      };
    default:
      return {
        text: `$(loading~spin) ${progressWords(rewrite)}`,
        tooltip: vscode.l10n.t('The file is not changed. Stop with Escape.'),
      };
  }
}

function progressWords({ wait, arrived }: Rewrite): string {
  if (wait !== undefined) {
    return waitWords(wait, Date.now());
  }
  const count = arrived.length;
  return count === 0
    ? vscode.l10n.t('Rewriting: waiting for the reply')
    : plural(count, {
        one: vscode.l10n.t('Rewriting: {0} line', formatNumber(count)),
        other: vscode.l10n.t('Rewriting: {0} lines', formatNumber(count)),
      });
}
