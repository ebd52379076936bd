import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { transcript } from '../../../src/conversation/conversationState.ts';
import { codeActions } from '../../../src/host/editorQuestions/codeActions.ts';
import { until } from '../../support/until.ts';
import { activated } from '../activated.ts';
import { openCode } from './openCode.ts';

/** Parley's actions for a range of a document. */
async function actionsAt(
  { uri }: vscode.TextDocument,
  range: vscode.Range,
  kind?: vscode.CodeActionKind,
): Promise<readonly vscode.CodeAction[]> {
  const actions = await until('VS Code has the actions', async () => {
    try {
      return await vscode.commands.executeCommand<readonly vscode.CodeAction[]>(
        'vscode.executeCodeActionProvider',
        uri,
        range,
        kind?.value,
      );
    } catch (error) {
      // Another extension has just registered its actions; VS Code then begins again for its lightbulb.
      assert.match(String(error), /Canceled/);
      return undefined;
    }
  });
  return actions.filter(({ title }) => title.includes('Parley'));
}

describe('the actions of the lightbulb', () => {
  const problems = vscode.languages.createDiagnosticCollection('test');
  before(activated);
  afterEach(() => problems.clear());
  after(() => problems.dispose());

  it('are questions about a selection, each with its kind', async () => {
    const { document } = await openCode();
    const selection = new vscode.Selection(0, 0, 2, 1);
    const actions = await actionsAt(document, selection);
    assert.ok(actions.length >= 7);
    for (const { title, kind, edit } of actions) {
      assert.match(title, /^Parley: /);
      assert.match(kind?.value ?? '', /^refactor\.rewrite\.parley\.\w+$/);
      assert.equal(edit, undefined);
    }
  });

  it('are none where nothing is selected or another kind is wanted', async () => {
    const { document } = await openCode();
    const cursor = new vscode.Selection(1, 2, 1, 2);
    assert.deepEqual(await actionsAt(document, cursor), []);
    const selection = new vscode.Selection(0, 0, 2, 1);
    for (const kind of ['Source', 'SourceFixAll', 'QuickFix', 'RefactorExtract'] as const) {
      assert.deepEqual(await actionsAt(document, selection, vscode.CodeActionKind[kind]), []);
    }
  });

  it('fix and explain problems, which they name', async () => {
    const { document } = await openCode();
    const range = new vscode.Range(1, 2, 1, 8);
    problems.set(document.uri, [new vscode.Diagnostic(range, 'Not good.')]);
    const actions = await actionsAt(document, range, vscode.CodeActionKind.QuickFix);
    assert.deepEqual(
      actions.map(({ title }) => title),
      ['Fix with Parley', 'Explain with Parley'],
    );
    // VS Code's command gives actions without the problems that they are for.
    const request = { uri: document.uri, range, isSelected: false };
    const named = codeActions({
      ...request,
      problems: vscode.languages.getDiagnostics(document.uri),
      only: undefined,
      lastQuestion: undefined,
    });
    for (const { diagnostics } of named) {
      assert.deepEqual(
        diagnostics?.map(({ message }) => message),
        ['Not good.'],
      );
    }
  });

  it('name the last question on one line', () => {
    const actions = codeActions({
      uri: vscode.Uri.parse('untitled:a'),
      range: new vscode.Range(0, 0, 1, 0),
      problems: [],
      only: undefined,
      isSelected: true,
      lastQuestion: `Is it\u202e “right”\n${'so '.repeat(1000)}`,
    });
    const { title = '' } = actions.at(-1) ?? {};
    assert.match(title, /^Parley: Ask Again: “Is it\\u\{202e\} “right” so so so .*…”$/);
    assert.ok(title.length < 90);
  });

  it('are prompts by name, and the list of the others', () => {
    const uri = vscode.Uri.parse('untitled:a');
    const request = {
      uri,
      range: new vscode.Range(0, 0, 1, 0),
      problems: [],
      isSelected: true,
      lastQuestion: undefined,
      prompts: { named: [{ id: 'file:///r.prompt.md', name: 'review' }], hasOthers: true },
    };
    const prompt = vscode.CodeActionKind.RefactorRewrite.append('parley.prompt');
    const actions = codeActions({ ...request, only: prompt }).filter(
      ({ kind }) => kind !== undefined && prompt.contains(kind),
    );
    assert.deepEqual(
      actions.map(({ title, command }) => [title, command?.command, command?.arguments]),
      [
        ['Parley: Prompt “review”', 'parley.runPrompt', [{ name: 'file:///r.prompt.md' }]],
        ['Parley: Run Prompt…', 'parley.runPrompt', []],
      ],
    );
  });

  it('are only those for text where there is no code', () => {
    const titles = (scheme: string) =>
      codeActions({
        uri: vscode.Uri.from({ scheme, path: '/a' }),
        range: new vscode.Range(0, 0, 1, 0),
        problems: [],
        only: undefined,
        isSelected: true,
        lastQuestion: 'Why?',
      }).map(({ title }) => title);
    const forText = ['Parley: Ask…', 'Parley: Explain', 'Parley: Ask Again: “Why?”'];
    assert.deepEqual(titles('search-editor'), forText);
    assert.deepEqual(titles('output'), forText);
    assert.equal(titles('git').length, 9);
  });

  it('are none when they are switched off', async () => {
    const { document } = await openCode();
    const settings = vscode.workspace.getConfiguration('parley');
    await settings.update('lightbulb', false, vscode.ConfigurationTarget.Global);
    try {
      assert.deepEqual(await actionsAt(document, new vscode.Selection(0, 0, 2, 1)), []);
    } finally {
      await settings.update('lightbulb', undefined, vscode.ConfigurationTarget.Global);
    }
  });

  it('send what they were offered for, wherever the cursor is then', async () => {
    const { chat } = await activated();
    const { document } = await openCode();
    const selection = new vscode.Selection(4, 0, 6, 1);
    const action = (await actionsAt(document, selection)).find(({ title }) =>
      title.endsWith('Improve Code'),
    );
    await openCode();
    assert.ok(action?.command !== undefined);
    const { command, arguments: args = [] } = action.command;
    await vscode.commands.executeCommand(command, ...(args as readonly unknown[]));
    const [turn] = transcript(chat.session.conversation);
    assert.equal(turn?.user.context[0]?.text, 'function two() {\n  return 2;\n}');
    chat.session.stop();
  });

  it('send a problem with the code around it', async () => {
    const { chat } = await activated();
    const { document } = await openCode();
    const range = new vscode.Range(1, 2, 1, 8);
    const problem = new vscode.Diagnostic(range, 'Not\ngood.', vscode.DiagnosticSeverity.Warning);
    problem.source = 'test';
    problem.code = { value: 'N1', target: vscode.Uri.parse('https://a.test') };
    problems.set(document.uri, [problem]);
    const [fix] = await actionsAt(document, range, vscode.CodeActionKind.QuickFix);
    assert.ok(fix?.command !== undefined);
    const { command, arguments: args = [] } = fix.command;
    await vscode.commands.executeCommand(command, ...(args as readonly unknown[]));
    const user = await until(
      'the message is sent',
      () => transcript(chat.session.conversation)[0]?.user,
    );
    const [described, around] = user.context;
    assert.equal(user.text, 'Fix this problem.');
    assert.equal(described?.kind, 'problems');
    assert.match(
      described?.text ?? '',
      /:2:3: warning N1 \(test\): Not\n {2}good\.\n {6}1 \| function one\(\) \{\n> {5}2 \| {3}return 1;/,
    );
    assert.match(around?.text ?? '', /^function one\(\) \{\n {2}return 1;\n\}/);
    chat.session.stop();
  });

  it('are what Fix is about at a problem, unless something is selected; a hint is none', async () => {
    const { chat } = await activated();
    const { document } = await openCode();
    const range = new vscode.Range(1, 2, 1, 8);
    const asked = async (selection: vscode.Selection, severity: vscode.DiagnosticSeverity) => {
      problems.set(document.uri, [new vscode.Diagnostic(range, 'Not good.', severity)]);
      const editor = await vscode.window.showTextDocument(document);
      editor.selection = selection;
      const before = transcript(chat.session.conversation).length;
      await vscode.commands.executeCommand('parley.fix');
      const turn = await until('it is sent', () => transcript(chat.session.conversation)[before]);
      chat.session.stop();
      return turn.user.text;
    };
    const { Warning, Hint } = vscode.DiagnosticSeverity;
    const [cursor, selected] = [new vscode.Selection(1, 4, 1, 4), new vscode.Selection(0, 0, 2, 1)];
    const aboutCode = 'Find and fix the mistakes in this code.';
    assert.equal(await asked(cursor, Warning), 'Fix this problem.');
    assert.equal(await asked(selected, Warning), aboutCode);
    // The one function around the cursor is chosen.
    const { showQuickPick } = vscode.window;
    Object.assign(vscode.window, {
      showQuickPick: async (items: Thenable<unknown[]> | unknown[]) => (await items)[0],
    });
    try {
      assert.equal(await asked(cursor, Hint), aboutCode);
    } finally {
      Object.assign(vscode.window, { showQuickPick });
    }
  });

  it('are said to have no problem where there is none any more', async () => {
    const { chat } = await activated();
    const { document } = await openCode();
    const said: string[] = [];
    const { showInformationMessage } = vscode.window;
    Object.assign(vscode.window, {
      showInformationMessage: (text: string) => void said.push(text),
    });
    try {
      await vscode.commands.executeCommand('parley.fix', {
        uri: document.uri,
        range: new vscode.Range(0, 0, 1, 0),
        isProblem: true,
      });
    } finally {
      Object.assign(vscode.window, { showInformationMessage });
    }
    assert.deepEqual(said, ['There is no problem here any more.']);
    assert.deepEqual(transcript(chat.session.conversation), []);
  });
});
