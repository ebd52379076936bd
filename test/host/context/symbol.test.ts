import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { symbolSource } from '../../../src/host/context/sources/symbol.ts';
import { until } from '../../support/until.ts';
import { activated } from '../activated.ts';
import { untilAccepted } from '../untilAccepted.ts';
import { closeEditors } from '../closeEditors.ts';

const { fs } = vscode.workspace;
const text = 'begin outer\n  begin inner\n    work\n  end\nend\nbegin other\nend\n';

/** The symbols of a document: what stands between `begin` and the `end` with the same indentation. */
function symbolsIn(document: vscode.TextDocument): vscode.DocumentSymbol[] {
  const symbolAt = (line: number): vscode.DocumentSymbol => {
    const start = document.lineAt(line);
    const indent = start.firstNonWhitespaceCharacterIndex;
    let end = line;
    while (document.lineAt(end).text !== `${' '.repeat(indent)}end`) {
      end += 1;
    }
    const name = start.text.trim().slice('begin '.length);
    const range = new vscode.Range(start.range.start, document.lineAt(end).range.end);
    return new vscode.DocumentSymbol(name, '', vscode.SymbolKind.Function, range, start.range);
  };
  const all = document
    .getText()
    .split('\n')
    .flatMap((each, line) => (each.trim().startsWith('begin ') ? [symbolAt(line)] : []));
  const outer = all.find(({ name }) => name === 'outer');
  outer?.children.push(...all.filter(({ name }) => name === 'inner'));
  return all.filter(({ name }) => name !== 'inner' || outer === undefined);
}

describe('a symbol as context', () => {
  let uri: vscode.Uri;
  let providers: vscode.Disposable;
  before(async () => {
    await activated();
    const root = vscode.workspace.workspaceFolders?.[0]?.uri;
    assert.ok(root);
    uri = vscode.Uri.joinPath(root, 'symbols of a test.txt');
    await fs.writeFile(uri, new TextEncoder().encode(text));
    providers = vscode.Disposable.from(
      vscode.languages.registerDocumentSymbolProvider(
        { pattern: '**/symbols of a test.txt' },
        { provideDocumentSymbols: symbolsIn },
      ),
      vscode.languages.registerWorkspaceSymbolProvider({
        provideWorkspaceSymbols: (query) =>
          query === 'oth'
            ? [
                new vscode.SymbolInformation(
                  'other',
                  vscode.SymbolKind.Function,
                  '',
                  new vscode.Location(uri, new vscode.Position(5, 6)),
                ),
              ]
            : [],
      }),
    );
  });
  afterEach(closeEditors);
  after(async () => {
    providers.dispose();
    await fs.delete(uri);
  });

  /** Picks the row that comes first once `isThere`, after `typed`. */
  const pick = async (typed: string) => {
    const { createQuickPick } = vscode.window;
    let list: vscode.QuickPick<vscode.QuickPickItem> | undefined;
    Object.assign(vscode.window, { createQuickPick: () => (list = createQuickPick()) });
    const { token } = new vscode.CancellationTokenSource();
    try {
      const picking = symbolSource.pick(token);
      const shown = await until('the list', () => list);
      shown.value = typed;
      const row = await until('its first row', () => shown.items[0]);
      const picked = await untilAccepted(picking);
      return { row, item: picked?.items[0] };
    } finally {
      Object.assign(vscode.window, { createQuickPick });
    }
  };

  it('is first the innermost at the cursor, and is followed until it is gone', async () => {
    const document = await vscode.workspace.openTextDocument(uri);
    const editor = await vscode.window.showTextDocument(document);
    editor.selection = new vscode.Selection(2, 4, 2, 4);
    const { row, item } = await pick('');
    assert.match(row.description ?? '', /^at the cursor · /);
    const inner = { kind: 'symbol', name: 'inner', startLine: 2, endLine: 4 };
    const place = { path: 'symbols of a test.txt', languageId: 'plaintext' };
    assert.deepEqual(item?.item, { ...inner, ...place, text: '  begin inner\n    work\n  end' });
    await editor.edit((edit) => {
      edit.insert(new vscode.Position(0, 0), 'first\n');
      edit.insert(new vscode.Position(3, 0), '    more\n');
    });
    assert.deepEqual(await item.renew?.(), {
      ...inner,
      ...place,
      startLine: 3,
      endLine: 6,
      text: '  begin inner\n    work\n    more\n  end',
    });
    await editor.edit((edit) => edit.delete(new vscode.Range(2, 0, 6, 0)));
    assert.equal(await item.renew?.(), undefined);
  });

  it('is one of the workspace by its name, with the whole of its code', async () => {
    const { item } = await pick('oth');
    assert.deepEqual(
      [item?.item.name, item?.item.startLine, item?.item.text],
      ['other', 6, 'begin other\nend'],
    );
  });
});
