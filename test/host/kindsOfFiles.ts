import { chmod, mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import * as vscode from 'vscode';
import { quantity } from '../support/quantity.ts';
import { until } from '../support/until.ts';
import { closeEditors } from './closeEditors.ts';

/** A file as developers have them, and lines of it. */
export interface KindOfFile {
  readonly what: string;
  /** Without one, it is an untitled document. */
  readonly name?: string | undefined;
  readonly text: string;
  readonly language: string;
  /** Selected as a whole, counted from 1. */
  readonly lines: readonly [first: number, last: number];
  readonly encoding?: 'utf8bom' | 'utf16le' | 'windows1252' | undefined;
  readonly isReadOnly?: boolean | undefined;
  /** The text is that of the second cell of a notebook. */
  readonly isCell?: boolean | undefined;
}

/** One of each kind that is hard in a way of its own. */
export const kindsOfFiles: readonly KindOfFile[] = [
  {
    what: 'TypeScript',
    name: 'area.ts',
    text: 'export function area(a: number): number {\n  const product = a;\n  return product;\n}\n',
    language: 'typescript',
    lines: [2, 3],
  },
  {
    what: 'Python',
    name: 'items.py',
    text: 'class Items:\n    def add(self):\n        return 1\n\n    def all(self):\n        return 2\n',
    language: 'python',
    lines: [5, 6],
  },
  {
    what: 'Go with tabs',
    name: 'main.go',
    text: 'package main\n\nfunc main() {\n\tfor {\n\t\tprintln("x")\n\t}\n}\n',
    language: 'go',
    lines: [4, 6],
  },
  {
    what: 'Markdown with fences inside',
    name: 'notes.md',
    text: '# Notes\n\n````md\n```ts\nconst a = 1;\n```\n````\n\nEnd\n',
    language: 'markdown',
    lines: [3, 7],
  },
  {
    what: 'CRLF and a byte order mark',
    name: 'crlf.ts',
    text: 'const one = 1;\r\nconst two = 2;\r\nconst three = 3;\r\n',
    language: 'typescript',
    lines: [2, 2],
    encoding: 'utf8bom',
  },
  {
    what: 'mixed indentation and no line break at the end',
    name: 'mixed.js',
    text: 'if (a) {\n\tb();\n        c();\n\t  d();\n}',
    language: 'javascript',
    lines: [2, 4],
  },
  {
    what: 'emoji and right-to-left text',
    name: 'greeting.py',
    text: '# שלום עולם\nA = "👨‍👩‍👧 مرحبا"\nB = "é\u0301 👋🏽"\n',
    language: 'python',
    lines: [2, 3],
  },
  {
    what: 'UTF-16',
    name: 'wide.txt',
    text: 'first line ü\nsecond line 😀\nthird line\n',
    language: 'plaintext',
    lines: [2, 2],
    encoding: 'utf16le',
  },
  {
    what: 'windows-1252',
    name: 'old.sql',
    text: 'select grün from farben\nwhere größe > 3\norder by größe;\n',
    language: 'sql',
    lines: [2, 2],
    encoding: 'windows1252',
  },
  {
    what: 'a file that is read-only',
    name: 'locked.ts',
    text: 'const one = 1;\nconst two = 2;\n',
    language: 'typescript',
    lines: [2, 2],
    isReadOnly: true,
  },
  {
    what: 'an untitled document',
    text: 'one\ntwo\nthree',
    language: 'plaintext',
    lines: [2, 2],
  },
  {
    what: 'the cell of a notebook',
    name: 'book.ipynb',
    text: 'first = 1\nsecond = 2\nthird = 3',
    language: 'python',
    lines: [1, 2],
    isCell: true,
  },
];

/** How many lines a file has that proves by its size: 2 MB of them in all. */
const lineCount = quantity({ slice: 4_500, whole: 45_000 });

const manyLines = Array.from(
  { length: lineCount },
  (_, at) => `export const value${at} = "text of ${at}";`,
);

/** A file of 2 MB, or a slice of it. */
export const largeFile: KindOfFile & { readonly name: string } = {
  what: 'a large file',
  name: 'large.ts',
  text: `${manyLines.join('\n')}\n`,
  language: 'typescript',
  lines: [lineCount - 500, lineCount - 498],
};

/** The bytes of a text in the file. */
export function bytesOf({ encoding }: KindOfFile, text: string): Buffer {
  switch (encoding) {
    case 'utf8bom':
      return Buffer.from(`\uFEFF${text}`);
    case 'utf16le':
      return Buffer.from(`\uFEFF${text}`, 'utf16le');
    case 'windows1252':
      return Buffer.from(text, 'latin1');
    default:
      return Buffer.from(text);
  }
}

/** What is selected of it. */
export function selectedText({ text, lines: [first, last] }: KindOfFile): string {
  return (text.match(/[^\n]*(?:\n|$)/g) ?? []).slice(first - 1, last).join('');
}

/** An editor of such a file in the workspace with its lines selected, which is closed and deleted afterwards. */
export async function withKindOfFile(
  kind: KindOfFile,
  test: (editor: vscode.TextEditor, path: string | undefined) => Promise<void>,
): Promise<void> {
  const root = vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '';
  const folder = join(root, 'kinds');
  const path = kind.name === undefined ? undefined : join(folder, kind.name);
  await mkdir(folder, { recursive: true });
  try {
    if (path !== undefined) {
      await writeFile(path, kind.isCell === true ? notebookWith(kind) : bytesOf(kind, kind.text));
    }
    const editor = await editorOf(kind, path);
    const [first, last] = kind.lines;
    editor.selection = new vscode.Selection(
      editor.document.validatePosition(new vscode.Position(first - 1, 0)),
      editor.document.validatePosition(new vscode.Position(last, 0)),
    );
    await test(editor, path);
  } finally {
    await closeEditors();
    await rm(folder, { recursive: true, force: true });
  }
}

async function editorOf(kind: KindOfFile, path: string | undefined): Promise<vscode.TextEditor> {
  if (path === undefined) {
    const document = await vscode.workspace.openTextDocument({ content: kind.text });
    return vscode.window.showTextDocument(document);
  }
  const uri = vscode.Uri.file(path);
  if (kind.isCell === true) {
    return cellEditor(uri);
  }
  const document = await (kind.encoding === 'windows1252'
    ? vscode.workspace.openTextDocument(uri, { encoding: kind.encoding })
    : vscode.workspace.openTextDocument(uri));
  const editor = await vscode.window.showTextDocument(document);
  if (kind.isReadOnly === true) {
    await chmod(path, 0o444);
    await vscode.commands.executeCommand('workbench.action.files.setActiveEditorReadonlyInSession');
  }
  return editor;
}

async function cellEditor(uri: vscode.Uri): Promise<vscode.TextEditor> {
  const notebook = await vscode.workspace.openNotebookDocument(uri);
  await vscode.window.showNotebookDocument(notebook, {
    selections: [new vscode.NotebookRange(1, 2)],
  });
  return until('the cell has the cursor', async () => {
    await vscode.commands.executeCommand('notebook.cell.edit');
    const editor = vscode.window.activeTextEditor;
    return editor?.document === notebook.cellAt(1).document ? editor : undefined;
  });
}

function notebookWith({ text }: KindOfFile): string {
  const cell = { cell_type: 'code', metadata: {}, execution_count: null, outputs: [] };
  return JSON.stringify({
    cells: [
      { ...cell, source: ['other = 1'] },
      { ...cell, source: [text] },
    ],
    metadata: { language_info: { name: 'python' } },
    nbformat: 4,
    nbformat_minor: 5,
  });
}
