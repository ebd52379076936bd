import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { readPromptFile } from '../../../src/promptFiles/promptFile.ts';
import { fillPrompt, type PromptContexts } from '../../../src/host/prompts/fillPrompt.ts';
import { completePromptFile } from '../../../src/host/prompts/promptLanguage.ts';
import type { ContextItem } from '../../../src/shared/conversation/conversation.ts';
import { closeEditors } from '../closeEditors.ts';

const item = (path: string): ContextItem => ({
  kind: 'problems',
  path,
  languageId: 'plaintext',
  startLine: 1,
  endLine: 2,
  text: '${file}',
});

type Registry = Awaited<ReturnType<PromptContexts>>;

/** Sources that attach at once, two of which have something. */
function contexts(more: Partial<Registry> = {}): PromptContexts {
  return async () => ({
    attach: async ({ items }) => ({ items: items.map((one) => one.item), problems: [] }),
    add: async (uris) => ({
      items: uris.map(({ path }) => ({ ...item(path), kind: undefined })),
      problems: [],
    }),
    offered: () => ['clipboard', 'problems'].map((name) => ({ name, icon: '', label: '' })),
    pick: async (name) => ({ items: [item(`the ${name}`)], problems: [] }),
    ...more,
  });
}

async function withEditor(
  content: string,
  selections: readonly vscode.Selection[],
  test: (editor: vscode.TextEditor) => Promise<void>,
): Promise<void> {
  const document = await vscode.workspace.openTextDocument({ language: 'python', content });
  const editor = await vscode.window.showTextDocument(document);
  editor.selections = selections;
  try {
    await test(editor);
  } finally {
    await closeEditors();
  }
}

const fill = async (text: string, editor?: vscode.TextEditor, more?: Partial<Registry>) =>
  fillPrompt('name', readPromptFile(text), editor, contexts(more));

describe('a prompt that is filled in', () => {
  it('has its selections as items, named in the text, and text of the editor', async () => {
    const selections = [new vscode.Selection(0, 0, 1, 0), new vscode.Selection(2, 0, 3, 4)];
    await withEditor('one\ntwo\nthree\nfour', selections, async (editor) => {
      const filled = await fill('A ${selection} in ${language}, ${fileBasename}', editor);
      const name = editor.document.fileName;
      assert.equal(filled?.text, `A ${name}, line 1, ${name}, lines 3–4 in python, ${name}`);
      assert.deepEqual(
        filled.items.map(({ text }) => text),
        ['one\n', 'three\nfour'],
      );
      assert.deepEqual(filled.problems, []);
    });
  });

  it('keeps what has no value, and says so once', async () => {
    const text = '${selection} ${selection} ${file} ${language} ${diff} ${unknown}';
    const filled = await fill(text);
    assert.equal(filled?.text, text);
    assert.deepEqual(filled.items, []);
    assert.deepEqual(filled.problems, [
      'Nothing is selected. ${selection} was left as it is.',
      'No file is open. ${file} was left as it is.',
      'There is nothing to attach for ${diff}. It was left as it is.',
      'No file is open. ${language} was left as it is.',
    ]);
  });

  it('says that references to files stay text, with the first of them', async () => {
    const text = 'Follow [the rules](../docs/rules.md) and #file:a.ts, #file:b.ts, #file:c.ts.';
    const filled = await fill(text);
    assert.equal(filled?.text, text);
    assert.deepEqual(filled.problems, [
      'Sent as text, without the files: rules.md, a.ts, b.ts …. Attach them with #.',
    ]);
  });

  it('reads a value never again, and a source once', async () => {
    let reads = 0;
    const filled = await fill('${problems} and ${problems}, ${clipboard}', undefined, {
      async pick(name) {
        reads += 1;
        return {
          items: [item(name === 'problems' ? '${clipboard}' : '${problems}')],
          problems: [],
        };
      },
    });
    assert.equal(
      filled?.text,
      'problems in ${clipboard} and problems in ${clipboard}, problems in ${problems}',
    );
    assert.equal(reads, 2);
  });

  it('is not filled in if the user cancels', async () => {
    assert.equal(await fill('${problems}', undefined, { pick: async () => undefined }), undefined);
  });

  it('shows names of files as text', async () => {
    const filled = await fill('${problems}', undefined, {
      pick: async () => ({ items: [item('a\u202eb\nc')], problems: [] }),
    });
    assert.equal(filled?.text, String.raw`problems in a\u{202e}b c`);
  });

  it('shows names of inputs as text: VS Code shows links below an input box', async () => {
    const { createInputBox } = vscode.window;
    const prompts: (string | undefined)[] = [];
    const create = (): vscode.InputBox => {
      const box = createInputBox();
      const show = box.show.bind(box);
      const closed = (): void => {
        show();
        prompts.push(box.prompt);
        box.hide();
      };
      return Object.assign(box, { show: closed });
    };
    Object.assign(vscode.window, { createInputBox: create });
    try {
      assert.equal(await fill('${input:[x](y)\u202e:b}'), undefined);
    } finally {
      Object.assign(vscode.window, { createInputBox });
    }
    assert.deepEqual(prompts, [String.raw`Enter “[x] (y)\u{202e}”. Nothing is sent yet.`]);
  });
});

describe('the editor of a prompt file', () => {
  it('completes variables in the body, and fields in the front matter', async () => {
    const content = '---\nna\nparameters:\n  te\n---\nSay ${fi} and $\n';
    const document = await vscode.workspace.openTextDocument({ language: 'markdown', content });
    const labels = (line: number, character: number) =>
      completePromptFile(document, new vscode.Position(line, character)).map(({ label }) => label);
    assert.deepEqual(labels(1, 2), ['name', 'description', 'model', 'parameters']);
    assert.ok(labels(3, 4).includes('temperature'));
    assert.ok(labels(5, 8).includes('${fileBasename}'));
    assert.ok(labels(5, 15).includes('${input:name:placeholder}'));
    assert.deepEqual(labels(5, 3), []);
    const [first] = completePromptFile(document, new vscode.Position(5, 8));
    assert.ok(first?.range instanceof vscode.Range);
    assert.equal(document.getText(first.range), '${fi}');
  });
});
