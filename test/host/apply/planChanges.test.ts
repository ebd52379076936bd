import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import type { StatedBlock } from '../../../src/host/apply/planContext.ts';
import type { ContextItem, Turn } from '../../../src/shared/conversation/conversation.ts';
import { until } from '../../support/until.ts';
import { type Outcome, plannedAlone } from './plannedAlone.ts';

const turn = (...context: readonly ContextItem[]): Turn => ({
  id: 't',
  user: { text: '', context },
  reply: {
    status: 'completed',
    connection: 'c',
    model: 'm',
    text: '',
    reasoning: '',
    startedAt: 0,
  },
});

const item = (path: string, text: string, others: Partial<ContextItem> = {}): ContextItem => ({
  path,
  text,
  languageId: 'plaintext',
  startLine: 1,
  endLine: text.split('\n').length,
  ...others,
});

function search(...pairs: readonly (readonly [from: string, to: string])[]): string {
  return pairs
    .map(([from, to]) => `<<<<<<< SEARCH\n${from}\n=======\n${to}\n>>>>>>> REPLACE\n`)
    .join('');
}

/** Answers lists with the rows that have the label or the description that `accept` gives; without one, they are closed. */
async function picking<T>(
  accept: (
    rows: readonly vscode.QuickPickItem[],
    options: vscode.QuickPickOptions,
  ) => Promise<string | undefined>,
  test: () => Promise<T>,
): Promise<T> {
  const { showQuickPick } = vscode.window;
  Object.assign(vscode.window, {
    showQuickPick: async (
      rows: readonly vscode.QuickPickItem[],
      options: vscode.QuickPickOptions,
    ) => {
      const wanted = await accept(rows, options);
      return rows.find(
        ({ label, description }) => wanted !== undefined && [label, description].includes(wanted),
      );
    },
  });
  try {
    return await test();
  } finally {
    Object.assign(vscode.window, { showQuickPick });
  }
}

async function planned(
  block: Partial<StatedBlock>,
  turns: readonly Turn[],
  mayAsk = true,
): Promise<Outcome> {
  return plannedAlone(block, { turns, mayAsk });
}

/** The only text that is proposed; or why there is none. */
function proposedText(plan: Outcome): string {
  return plan.kind === 'changes'
    ? (plan.changes[0]?.text ?? 'nothing')
    : plan.kind === 'refused'
      ? plan.text
      : plan.kind;
}

const twice = 'a {\n  start();\n  stop();\n}\n\nb {\n  start();\n  stop();\n}\n';

describe('a block that fits several places', () => {
  const block = search(['  start();', '  begin();'], ['  stop();', '  end();']);
  let document: vscode.TextDocument;
  const turns = (): readonly Turn[] => [turn(item(document.uri.path, twice))];

  before(async () => {
    document = await vscode.workspace.openTextDocument({ content: twice });
  });
  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  it('is placed by the user, one edit after the other', async () => {
    const seen: unknown[] = [];
    const answers = ['Line 7', 'Line 3'];
    const plan = await picking(
      async (rows, { placeHolder }) => {
        seen.push([placeHolder, ...rows.map(({ label, description }) => [label, description])]);
        return answers.shift();
      },
      async () => planned({ text: block }, turns()),
    );
    assert.equal(
      proposedText(plan),
      'a {\n  start();\n  end();\n}\n\nb {\n  begin();\n  stop();\n}\n',
    );
    assert.deepEqual(seen, [
      ['Change 1 of 2 fits in several places: start();', ['Line 2', 'a {'], ['Line 7', 'b {']],
      ['Change 2 of 2 fits in several places: stop();', ['Line 3', 'a {'], ['Line 8', 'b {']],
    ]);
    assert.equal(document.getText(), twice, 'nothing is written before the review');
  });

  it('shows the place that is active in the list', async () => {
    const file = await vscode.workspace.openTextDocument({ content: twice });
    const other = await vscode.workspace.openTextDocument({ content: 'other' });
    await vscode.window.showTextDocument(other, { preview: false });
    const isShown = async (line: number): Promise<void> => {
      await until(`line ${line} is shown`, () =>
        vscode.window.visibleTextEditors.some(
          ({ document: one, selection }) => one === file && selection.start.line === line,
        ),
      );
    };
    const edit = search(['  start();', '  begin();']);
    const plan = planned({ text: edit }, [turn(item(file.uri.path, twice))]);
    await isShown(1);
    await vscode.commands.executeCommand('workbench.action.quickOpenSelectNext');
    await isShown(6);
    await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
    assert.equal(proposedText(await plan), twice.replace('b {\n  start', 'b {\n  begin'));
  });

  it('changes nothing once a question is closed', async () => {
    const answers = ['Line 7'];
    const plan = await picking(
      async () => answers.shift(),
      async () => planned({ text: block }, turns()),
    );
    assert.deepEqual(plan, { kind: 'cancelled' });
    assert.equal(document.getText(), twice);
  });

  it('is refused where nothing may be asked', async () => {
    assert.match(proposedText(await planned({ text: block }, turns(), false)), /several places/);
  });

  it('is asked for again if the file was edited before the last answer', async () => {
    const answers = ['Line 7', 'Line 8', 'Line 4'];
    let asked = 0;
    const plan = await picking(
      async () => {
        asked += 1;
        if (asked === 1) {
          const edit = new vscode.WorkspaceEdit();
          edit.insert(document.uri, new vscode.Position(0, 0), '// typed\n');
          assert.ok(await vscode.workspace.applyEdit(edit));
        }
        return answers.shift();
      },
      async () => planned({ text: block }, [turn(item(document.uri.path, ''))]),
    );
    assert.equal(asked, 3);
    assert.equal(
      proposedText(plan),
      '// typed\na {\n  start();\n  end();\n}\n\nb {\n  begin();\n  stop();\n}\n',
    );
  });
});

describe('a block for the cell of a notebook', () => {
  const cells = [
    'one = 1\nprint(one)',
    'two = 2\nprint(two)',
    'one = 1\nprint(one)',
    'last = 4\nprint(last)',
  ];
  let notebook: vscode.NotebookDocument;

  beforeEach(async () => {
    notebook = await vscode.workspace.openNotebookDocument(
      'jupyter-notebook',
      new vscode.NotebookData(
        cells.map(
          (code) => new vscode.NotebookCellData(vscode.NotebookCellKind.Code, code, 'python'),
        ),
      ),
    );
  });
  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  const path = (): string => vscode.workspace.asRelativePath(notebook.uri, false);
  const cell = (number: number, text = cells[number - 1] ?? ''): ContextItem =>
    item(path(), text, { kind: 'cell', name: `${number}`, languageId: 'python' });
  const change = (number: number): string =>
    search([cells[number - 1]?.split('\n')[0] ?? '', 'changed = 9']);

  /** Which cell is changed to what; or why none is. */
  const cellAndText = (plan: Outcome): readonly [number | undefined, string] => [
    plan.kind === 'changes'
      ? notebook
          .getCells()
          .findIndex(
            ({ document }) => document.uri.toString() === plan.changes[0]?.uri.toString(),
          ) + 1
      : undefined,
    proposedText(plan),
  ];

  it('is applied to the cell that was attached, with or without its output', async () => {
    const expected = [2, 'changed = 9\nprint(two)'];
    assert.deepEqual(cellAndText(await planned({ text: change(2) }, [turn(cell(2))])), expected);
    const withOutput = cell(2, `${cells[1] ?? ''}\n\nOutput:\n2`);
    assert.deepEqual(cellAndText(await planned({ text: change(2) }, [turn(withOutput)])), expected);
  });

  it('is applied to it also if the block names the notebook', async () => {
    const plan = await planned({ text: change(2), paths: [path()] }, [turn(cell(2))]);
    assert.deepEqual(cellAndText(plan), [2, 'changed = 9\nprint(two)']);
  });

  it('finds the cell where it was moved to', async () => {
    const edit = new vscode.WorkspaceEdit();
    edit.set(notebook.uri, [
      vscode.NotebookEdit.insertCells(0, [
        new vscode.NotebookCellData(vscode.NotebookCellKind.Code, 'new = 0', 'python'),
      ]),
    ]);
    assert.ok(await vscode.workspace.applyEdit(edit));
    const plan = await planned({ text: change(2) }, [turn(cell(2))]);
    assert.deepEqual(cellAndText(plan), [3, 'changed = 9\nprint(two)']);
  });

  it('is refused, with the cell to compare with, if the cell was changed', async () => {
    const edit = new vscode.WorkspaceEdit();
    const { document } = notebook.cellAt(1);
    edit.replace(document.uri, new vscode.Range(0, 0, 0, 3), 'zwei');
    assert.ok(await vscode.workspace.applyEdit(edit));
    const plan = await planned({ text: change(2) }, [turn(cell(2))]);
    assert.match(proposedText(plan), /Cell 2 of .* was changed or deleted/);
    assert.equal(plan.kind === 'refused' && plan.uri?.toString(), document.uri.toString());
  });

  it('is not applied to one of several equal cells without an answer', async () => {
    const plan = await planned({ text: change(1) }, [turn(cell(1))], false);
    assert.match(proposedText(plan), /several files or cells/);
  });

  it('is for the lines of the cell that were attached', async () => {
    const part = cell(2, 'print(two)');
    const plan = await planned({ text: search(['print(two)', 'print(2)']) }, [turn(part)]);
    assert.deepEqual(cellAndText(plan), [2, 'two = 2\nprint(2)']);
  });

  it('is refused if the notebook itself is named, and no cell is attached', async () => {
    const plan = await planned({ text: change(2), paths: ['sample.ipynb'] }, [turn()], false);
    assert.equal(plan.kind, 'refused');
  });
});

describe('a block about several files', () => {
  let root: vscode.Uri;
  const text = 'const one = 1;\nconst two = 2;\nconst three = 3;\n';

  before(async () => {
    const folder = vscode.workspace.workspaceFolders?.[0]?.uri;
    assert.ok(folder);
    root = vscode.Uri.joinPath(folder, 'severalNames');
    const file = vscode.Uri.joinPath(root, 'sub', 'named.ts');
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
  });
  after(async () => {
    await vscode.workspace.fs.delete(root, { recursive: true });
  });

  it('is one change of a file that it names in two ways', async () => {
    const plan = await planned(
      {
        text: `severalNames/sub/named.ts\n${search(['const one = 1;', 'const one = 11;'])}\n./severalNames/sub/named.ts\n${search(['const three = 3;', 'const three = 33;'])}`,
      },
      [turn(item('severalNames/sub/named.ts', text))],
      false,
    );
    assert.equal(proposedText(plan), text.replace('= 1', '= 11').replace('= 3', '= 33'));
    assert.equal(plan.kind === 'changes' && plan.changes.length, 1);
  });

  it('is for the one that the user chooses where two have its name', async () => {
    for (const place of ['one', 'two']) {
      const file = vscode.Uri.joinPath(root, place, 'twin.ts');
      await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(text));
    }
    const offered: (string | undefined)[] = [];
    const edit = search(['const one = 1;\nconst two = 2;', 'const one = 11;\nconst two = 2;']);
    const plan = await picking(
      async (rows) => {
        offered.push(...rows.map(({ description }) => description));
        return 'severalNames/two';
      },
      async () => planned({ text: edit, paths: ['twin.ts'] }, [turn()]),
    );
    assert.ok(offered.includes('severalNames/one'));
    assert.equal(proposedText(plan), text.replace('= 1', '= 11'));
    const [change] = plan.kind === 'changes' ? plan.changes : [];
    assert.match(change?.uri.path ?? '', /two\/twin\.ts$/);
  });

  it('is for the one that the user chooses where its first line names another one than the reply', async () => {
    const block = {
      text: '// one/twin.ts\nconst one = 11;\nconst two = 2;\n',
      paths: ['severalNames/two/twin.ts'],
    };
    assert.match(proposedText(await planned(block, [turn()], false)), /several files or cells/);
    const plan = await picking(
      async () => 'severalNames/one',
      async () => planned(block, [turn()]),
    );
    assert.equal(proposedText(plan), text.replace('= 1', '= 11'));
  });

  it('says what it leaves out of a file, also where it changes nothing', async () => {
    const path = 'severalNames/sub/named.py';
    const define = (name: string, value: number): string => `def ${name}():\n    return ${value}\n`;
    const functions = [define('one', 1), define('two', 2), define('three', 3), define('four', 4)];
    const python = functions.join('\n\n');
    const file = vscode.Uri.joinPath(root, 'sub', 'named.py');
    await vscode.workspace.fs.writeFile(file, new TextEncoder().encode(python));
    for (const value of [1, 11]) {
      const text = [define('one', value), functions[1], functions[3]].join('\n\n');
      const plan = await planned({ text, paths: [path] }, [turn(item(path, python))]);
      assert.equal(proposedText(plan), python.replace('return 1', `return ${value}`));
      const [change] = plan.kind === 'changes' ? plan.changes : [];
      assert.deepEqual(
        change?.leftOut?.map(({ from, to }) => [from, to]),
        [[8, 10]],
      );
    }
  });

  it('is for the only attached file in its language', async () => {
    const files = { 'sole.py': 'one = 1\ntwo = 2\n', 'sole.sql': 'select 1;\nselect 2;\n' };
    for (const [name, content] of Object.entries(files)) {
      const uri = vscode.Uri.joinPath(root, name);
      await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(content));
    }
    const context = [
      item('severalNames/sole.py', files['sole.py'], { languageId: 'python' }),
      item('severalNames/sole.sql', files['sole.sql'], { languageId: 'sql' }),
    ];
    for (const language of ['python', 'py', 'Python']) {
      const plan = await planned(
        { text: 'one = 11\ntwo = 2\n', language },
        [turn(...context)],
        false,
      );
      assert.equal(proposedText(plan), 'one = 11\ntwo = 2\n');
    }
    const plan = await planned({ text: 'one = 11\ntwo = 2\n' }, [turn(...context)], false);
    assert.match(proposedText(plan), /does not say which file/);
  });

  it('does not create what another block of the reply creates', async () => {
    const { showSaveDialog } = vscode.window;
    let asked = 0;
    const created = vscode.Uri.joinPath(root, 'new.ts');
    let place = created;
    let before = 'const b = 1;\n';
    Object.assign(vscode.window, {
      showSaveDialog: async () => {
        asked += 1;
        return place;
      },
    });
    const plan = async (path: string): Promise<Outcome> =>
      plannedAlone(
        { text: 'const a = 1;\n', language: 'ts', paths: [path] },
        { turns: [turn()], proposed: (uri) => (uri.path === created.path ? before : undefined) },
      );
    try {
      assert.equal((await plan('./severalNames/new.ts')).kind, 'refused');
      assert.equal(asked, 0);
      // The user may name that place for another file.
      assert.equal((await plan('severalNames/other.ts')).kind, 'refused');
      assert.equal(asked, 1);
      // What is proposed already is only shown.
      before = 'const a = 1;\n';
      const again = await plan('severalNames/other.ts');
      assert.deepEqual(again.kind === 'changes' && again.already, [created]);
      // Or for a file that is there, which VS Code would not create.
      place = vscode.Uri.joinPath(root, 'there.ts');
      await vscode.workspace.fs.writeFile(place, new Uint8Array());
      const taken = await plan('severalNames/other.ts');
      assert.match(taken.kind === 'refused' ? taken.text : '', /there\.ts, which already exists/);
    } finally {
      Object.assign(vscode.window, { showSaveDialog });
    }
  });
});
