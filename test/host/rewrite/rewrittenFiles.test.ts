import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import * as vscode from 'vscode';
import { save } from '../save.ts';
import { withRewriting } from './rewriting.ts';
import { reply } from './samples.ts';

/** A file, the lines that are rewritten, and what the service replies. */
interface FileCase {
  readonly name: string;
  readonly what: string;
  readonly text: string;
  /** Selected, counted from 1. */
  readonly lines: readonly [first: number, last: number];
  readonly reply: string;
  readonly expected: string;
  readonly fence?: string;
}

const many = Array.from(
  { length: 40_000 },
  (_, line) => `const line${line} = 'some text of a line';`,
);

const cases: readonly FileCase[] = [
  {
    name: 'main.go',
    what: 'Go, with spaces for its tabs',
    text: 'package main\n\nfunc f() {\n\tif true {\n\t\tg()\n\t}\n}\n',
    lines: [4, 6],
    reply: 'if false {\n    g()\n    h()\n}',
    expected: 'package main\n\nfunc f() {\n\tif false {\n\t\tg()\n\t\th()\n\t}\n}\n',
  },
  {
    name: 'notes.md',
    what: 'Markdown with fences inside',
    text: '# Notes\n\n```js\na()\n```\n\nEnd\n',
    lines: [3, 5],
    reply: '```js\nb()\n```\n\nand\n\n```\nc\n```',
    expected: '# Notes\n\n```js\nb()\n```\n\nand\n\n```\nc\n```\n\nEnd\n',
    fence: '````',
  },
  {
    name: 'crlf.txt',
    what: 'CRLF and a byte order mark',
    text: '\ufeffone\r\ntwo\r\nthree',
    lines: [2, 2],
    reply: 'TWO\nand more',
    expected: '\ufeffone\r\nTWO\r\nand more\r\nthree',
  },
  {
    name: 'mixed.js',
    what: 'mixed indentation, which stays',
    text: 'if (a) {\n\tb();\n        c();\n\t  d();\n}\n',
    lines: [2, 4],
    reply: '\tb();\n        c(1);\n\t  d();',
    expected: 'if (a) {\n\tb();\n        c(1);\n\t  d();\n}\n',
  },
  {
    name: 'signs.txt',
    what: 'emoji and right-to-left text',
    text: 'first\n😀 שלום é\u0301 x\nlast\n',
    lines: [2, 2],
    reply: '👩‍👩‍👧 مرحبا é\u0301 y',
    expected: 'first\n👩‍👩‍👧 مرحبا é\u0301 y\nlast\n',
  },
  {
    name: 'large.js',
    what: 'a file of 2 MB',
    text: `${many.join('\n')}\n`,
    lines: [2, 3],
    reply: 'rewritten();',
    expected: `${[many[0], 'rewritten();', ...many.slice(3)].join('\n')}\n`,
  },
];

describe('an accepted rewrite keeps what it does not change', () => {
  for (const one of cases) {
    it(`in ${one.what}; undone at once`, async () => {
      await withRewriting([reply(one.reply, 'stop', one.fence)], async (window) => {
        const document = await window.open(one.name, one.text);
        const { fsPath } = document.uri;
        const isSaved = async (text: string): Promise<void> => {
          await save(document);
          assert.equal(await readFile(fsPath, 'utf8'), text);
        };
        await window.rewrite('Rewrite this', one.lines);
        await window.result(one.reply.split('\n', 1)[0]?.trim() ?? '');
        assert.equal(await readFile(fsPath, 'utf8'), one.text, 'nothing is written before');
        // A document has no mark, and one kind of line break.
        await window.accept(document, one.expected.replace('\uFEFF', ''));
        await isSaved(one.expected);
        await vscode.window.showTextDocument(document);
        await vscode.commands.executeCommand('undo');
        await isSaved(one.text);
      });
    });
  }
});
