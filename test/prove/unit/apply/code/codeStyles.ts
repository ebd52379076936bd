import type { CodeStyle } from './codeCase.ts';

const braces = {
  comment: '//',
  commentEnd: '',
  statement: 'addedLater(17);',
  isIndented: false,
};

const script: CodeStyle = {
  ...braces,
  fence: 'ts',
  newFunction: [
    'export function quiteAnotherThing(amount) {',
    '  const halved = amount >> 1;',
    '  return halved === 0 ? [] : [halved, ...quiteAnotherThing(halved)];',
    '}',
  ],
  newImport: "import { addedLater } from '../../../../unit/apply/code/addedLater.js';",
  isImport: (line) => /^import .* from ['"][^'"]+['"];$/.test(line),
};

/** How code is written in the languages of the proof, by the end of a file's name. */
export const codeStyles: Readonly<Record<string, CodeStyle>> = {
  ts: script,
  tsx: { ...script, fence: 'tsx' },
  js: { ...script, fence: 'js' },
  mjs: { ...script, fence: 'javascript' },
  py: {
    fence: 'python',
    comment: '#',
    commentEnd: '',
    statement: 'added_later(17)',
    newFunction: [
      'def quite_another_thing(amount):',
      '    halved = amount >> 1',
      '    yield halved',
    ],
    newImport: 'from added_later import added_later',
    isImport: (line) => /^(?:import \S+|from \S+ import [\w, ]+)$/.test(line),
    isIndented: true,
  },
  go: {
    ...braces,
    fence: 'go',
    statement: 'addedLater(17)',
    newFunction: [
      'func quiteAnotherThing(amount int) int {',
      '\thalved := amount >> 1',
      '\treturn halved',
      '}',
    ],
    newImport: undefined,
    isImport: () => false,
  },
  java: {
    ...braces,
    fence: 'java',
    newFunction: [],
    newImport: 'import org.added.AddedLater;',
    isImport: (line) => /^import [\w.*]+;$/.test(line),
  },
  rs: {
    ...braces,
    fence: 'rust',
    newFunction: [
      'fn quite_another_thing(amount: u32) -> u32 {',
      '    let halved = amount >> 1;',
      '    halved',
      '}',
    ],
    newImport: 'use added_later::AddedLater;',
    isImport: (line) => /^use [\w:]+;$/.test(line),
  },
  rb: {
    fence: 'ruby',
    comment: '#',
    commentEnd: '',
    statement: 'added_later(17)',
    newFunction: [],
    newImport: "require 'added_later'",
    isImport: (line) => /^require '[^']+'$/.test(line),
    isIndented: false,
  },
  php: {
    ...braces,
    fence: 'php',
    newFunction: [
      'function quiteAnotherThing(int $amount): int',
      '{',
      '    return $amount >> 1;',
      '}',
    ],
    newImport: 'use Added\\Later;',
    isImport: (line) => /^use [\w\\]+;$/.test(line),
  },
  sh: {
    fence: 'bash',
    comment: '#',
    commentEnd: '',
    statement: 'added_later 17',
    newFunction: ['quite_another_thing() {', '  echo "$(( $1 >> 1 ))"', '}'],
    newImport: undefined,
    isImport: () => false,
    isIndented: false,
  },
  css: {
    fence: 'css',
    comment: '/*',
    commentEnd: ' */',
    statement: '--added-later: 17px;',
    newFunction: ['.quite-another-thing {', '  outline: 17px dotted;', '}'],
    newImport: undefined,
    isImport: () => false,
    isIndented: false,
  },
};
