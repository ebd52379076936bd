import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import * as vscode from 'vscode';
import { planChanges } from '../../../src/host/apply/planChanges.ts';
import { Review } from '../../../src/host/apply/review.ts';
import { proposalScheme } from '../../../src/host/apply/reviewedFile.ts';
import { Proposals } from '../../../src/host/review/proposals.ts';
import { until } from '../../support/until.ts';
import { closeEditors } from '../closeEditors.ts';
import { save } from '../save.ts';

/** A block that replaces lines of a file, as models that were asked for edits write it. */
function replacing(search: string, replace: string): string {
  return `<<<<<<< SEARCH\n${search}\n=======\n${replace}\n>>>>>>> REPLACE\n`;
}

interface FileCase {
  readonly name: string;
  readonly path: string;
  readonly before: string;
  /** The code of the block. */
  readonly edit: string;
  readonly after: string;
  readonly encoding?: (text: string) => Uint8Array;
}

const utf16 = (text: string): Buffer => Buffer.from(`\uFEFF${text}`, 'utf16le');
const withMark = (text: string): Buffer => Buffer.from(`\uFEFF${text}`);

const go = `package main

import "fmt"

func main() {
\tfor i := 0; i < 3; i++ {
\t\tfmt.Println("hello", i)
\t}
}
`;

const markdown = `# Guide

Install it:

\`\`\`sh
npm install
\`\`\`

Then run it.
`;

const large = Array.from(
  { length: 45_000 },
  (_, at) => `export const value${at} = "text of ${at}";\n`,
).join('');

const cases: readonly FileCase[] = [
  {
    name: 'Go with tabs, where the reply has spaces',
    path: 'main.go',
    before: go,
    edit: replacing(
      '    for i := 0; i < 3; i++ {\n        fmt.Println("hello", i)\n    }',
      '    for i := range 3 {\n        fmt.Println("hello", i)\n    }',
    ),
    after: go.replace('i := 0; i < 3; i++', 'i := range 3'),
  },
  {
    name: 'CRLF, of which no other line is touched',
    path: 'src/crlf.py',
    before:
      'def one():\r\n    value = 1\r\n    return value\r\n\r\n\r\ndef two():\r\n    return 2\r\n',
    edit: replacing('def one():\n    value = 1\n    return value', 'def one():\n    return 1'),
    after: 'def one():\r\n    return 1\r\n\r\n\r\ndef two():\r\n    return 2\r\n',
  },
  {
    name: 'Markdown with fences inside',
    path: 'docs/guide.md',
    before: markdown,
    edit: replacing('Install it:\n\n```sh\nnpm install\n```', 'Install it:\n\n```sh\nnpm ci\n```'),
    after: markdown.replace('npm install', 'npm ci'),
  },
  {
    name: 'emoji and text from right to left',
    path: 'src/greeting.py',
    before:
      '# שלום עולם\nGREETINGS = {\n    "he": "שלום 👋🏽",\n    "ar": "مرحبا",\n    "en": "Hello",\n}\n',
    edit: replacing(
      'GREETINGS = {\n    "he": "שלום 👋🏽",\n    "ar": "مرحبا",',
      'GREETINGS = {\n    "he": "שלום 👋🏽",\n    "ar": "أهلا 👨‍👩‍👧",',
    ),
    after:
      '# שלום עולם\nGREETINGS = {\n    "he": "שלום 👋🏽",\n    "ar": "أهلا 👨‍👩‍👧",\n    "en": "Hello",\n}\n',
  },
  {
    name: 'mixed indentation and no line break at the end',
    path: 'src/mixed.js',
    before: 'function a() {\n\tfirst();\n    second();\n\tthird();\n}',
    edit: replacing(
      '\tfirst();\n    second();\n\tthird();',
      '\tfirst();\n    other();\n\tthird();',
    ),
    after: 'function a() {\n\tfirst();\n    other();\n\tthird();\n}',
  },
  {
    name: 'a byte order mark',
    path: 'src/marked.ts',
    before: 'const first = 1;\nconst second = 2;\nconst third = 3;\n',
    edit: replacing('const first = 1;\nconst second = 2;', 'const first = 1;\nconst second = 20;'),
    after: 'const first = 1;\nconst second = 20;\nconst third = 3;\n',
    encoding: withMark,
  },
  {
    name: 'UTF-16',
    path: 'src/wide.txt',
    before: 'first line ü\nsecond line\nthird line\n',
    edit: replacing('first line ü\nsecond line', 'first line ü\nanother line'),
    after: 'first line ü\nanother line\nthird line\n',
    encoding: utf16,
  },
  {
    name: '2 MB',
    path: 'src/large.ts',
    before: large,
    edit: replacing(
      'export const value39999 = "text of 39999";\nexport const value40000 = "text of 40000";',
      'export const value39999 = "text of 39999";\nexport const value40000 = "another";',
    ),
    after: large.replace('"text of 40000"', '"another"'),
  },
];

describe('accepted changes of a file', () => {
  const root = join(vscode.workspace.workspaceFolders?.[0]?.uri.fsPath ?? '', 'reviewed');
  const proposals = new Proposals(proposalScheme);
  const review = new Review(proposals);
  afterEach(async () => {
    await closeEditors();
    await rm(root, { recursive: true, force: true });
  });
  after(() => {
    review.dispose();
    proposals.dispose();
  });

  for (const {
    name,
    path,
    before,
    edit,
    after,
    encoding = (text: string) => Buffer.from(text),
  } of cases) {
    it(`keep all other bytes, and undo restores all: ${name}`, async () => {
      const file = join(root, path);
      await mkdir(dirname(file), { recursive: true });
      await writeFile(file, encoding(before));
      const plan = await planChanges(
        { language: '', text: edit, isComplete: true, paths: [`reviewed/${path}`] },
        {
          turns: [],
          proposed: () => undefined,
          loadSyntax: async () => undefined,
          created: [],
          mayAsk: false,
        },
      );
      assert.equal(plan.kind, 'changes');
      await review.add(plan.changes);
      await until(
        'the proposal has the focus',
        () => vscode.window.activeTextEditor?.document.uri.scheme === proposalScheme,
      );
      assert.ok((await readFile(file)).equals(encoding(before)), 'nothing is written before');
      await review.acceptAll();
      const document = await vscode.workspace.openTextDocument(vscode.Uri.file(file));
      await save(document);
      assert.ok((await readFile(file)).equals(encoding(after)));
      await vscode.window.showTextDocument(document);
      await vscode.commands.executeCommand('undo');
      await save(document);
      assert.ok((await readFile(file)).equals(encoding(before)));
    });
  }
});
