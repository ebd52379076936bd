import {
  acceptsChanges,
  type ReviewedCase,
  replacing,
} from '../../../host/apply/acceptsChanges.ts';
import { quantity } from '../../../support/quantity.ts';

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

const cases: readonly (ReviewedCase & { readonly name: string })[] = [
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
];

describe('accepted changes of a file', () => {
  for (const one of cases.slice(0, quantity({ slice: 2, whole: cases.length }))) {
    it(`keep all other bytes, and undo restores all: ${one.name}`, async () => acceptsChanges(one));
  }
});
