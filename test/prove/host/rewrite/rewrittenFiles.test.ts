import { type RewrittenCase, rewritesFile } from '../../../host/rewrite/rewritesFile.ts';
import { quantity } from '../../../support/quantity.ts';

const cases: readonly (RewrittenCase & { readonly what: string })[] = [
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
];

describe('an accepted rewrite keeps what it does not change', () => {
  for (const one of cases.slice(0, quantity({ slice: 1, whole: cases.length }))) {
    it(`in ${one.what}; undone at once`, async () => rewritesFile(one));
  }
});
