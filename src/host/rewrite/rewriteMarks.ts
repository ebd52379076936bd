import * as vscode from 'vscode';
import { waitWords } from '../../conversation/waitWords.ts';
import { formatNumber, plural } from '../../shared/language.ts';
import { isSame } from '../review/reviewedFile.ts';
import type { Rewrite } from './rewrite.ts';

/** Shows in the files where code is being rewritten, with the commands above it, and the state in the status bar. */
export class RewriteMarks implements vscode.Disposable {
  readonly #rewrites: () => Iterable<Rewrite>;
  readonly #lensesChanged = new vscode.EventEmitter<void>();
  readonly #decoration = vscode.window.createTextEditorDecorationType({
    isWholeLine: true,
    backgroundColor: new vscode.ThemeColor('editor.rangeHighlightBackground'),
    // High-contrast themes have no such background.
    borderColor: new vscode.ThemeColor('editorInfo.foreground'),
    borderStyle: 'solid',
    borderWidth: '0 0 0 1px',
    overviewRulerColor: new vscode.ThemeColor('editorOverviewRuler.infoForeground'),
    overviewRulerLane: vscode.OverviewRulerLane.Left,
  });
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
      this.#decoration,
      this.#item,
      vscode.window.onDidChangeVisibleTextEditors(() => this.#decorate()),
      vscode.languages.registerCodeLensProvider(
        { pattern: '**' },
        {
          onDidChangeCodeLenses: this.#lensesChanged.event,
          provideCodeLenses: (document) => this.#lenses(document),
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
    const rewrites = [...this.#rewrites()].filter(({ state }) => state !== 'asking');
    for (const editor of vscode.window.visibleTextEditors) {
      const own = rewrites.filter((one) => isOf(one, editor.document));
      editor.setDecorations(
        this.#decoration,
        own.map((one) => rangeIn(one, editor.document)),
      );
    }
  }

  #lenses(document: vscode.TextDocument): vscode.CodeLens[] {
    const rewrites = [...this.#rewrites()].filter(
      (one) => one.state !== 'asking' && isOf(one, document),
    );
    return rewrites.flatMap((rewrite) => {
      const { start } = rangeIn(rewrite, document);
      const lens = (title: string, command: string): vscode.CodeLens =>
        new vscode.CodeLens(new vscode.Range(start, start), {
          title,
          command,
          arguments: [{ proposal: rewrite.id }],
        });
      const show = lens(
        rewrite.state === 'running'
          ? vscode.l10n.t('Parley is rewriting this code: Show')
          : vscode.l10n.t('Show Rewrite'),
        'parley.rewrite.show',
      );
      const accept = lens(vscode.l10n.t('Accept'), 'parley.review.acceptAll');
      const reject = lens(vscode.l10n.t('Reject'), 'parley.review.rejectAll');
      const stop = lens(vscode.l10n.t('Stop'), 'parley.rewrite.stop');
      switch (rewrite.state) {
        case 'ready':
          return [show, accept, reject];
        case 'running':
          return [show, stop];
        default:
          return [show, reject];
      }
    });
  }
}

function isOf({ file }: Rewrite, document: vscode.TextDocument): boolean {
  return isSame(file.uri, document.uri);
}

function rangeIn(rewrite: Rewrite, document: vscode.TextDocument): vscode.Range {
  const { start, end } = rewrite.rangeIn(document.getText());
  const last = document.positionAt(end);
  const first = document.positionAt(start);
  // Code that ends before the first character of a line has nothing of that line.
  const isBeforeLine = last.character === 0 && last.line > first.line;
  return new vscode.Range(first, isBeforeLine ? document.positionAt(end - 1) : last);
}

function stateText(rewrite: Rewrite): { readonly text: string; readonly tooltip: string } {
  switch (rewrite.state) {
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
    case 'asking':
    case 'running': {
      const count = rewrite.arrivedLines;
      const lines = plural(count, {
        one: vscode.l10n.t('Rewriting: {0} line', formatNumber(count)),
        other: vscode.l10n.t('Rewriting: {0} lines', formatNumber(count)),
      });
      const waiting = vscode.l10n.t('Rewriting: waiting for the reply');
      const { wait } = rewrite;
      const words =
        wait === undefined ? (count === 0 ? waiting : lines) : waitWords(wait, Date.now());
      return {
        text: `$(loading~spin) ${words}`,
        tooltip: vscode.l10n.t('The file is not changed. Stop with Escape.'),
      };
    }
  }
}
