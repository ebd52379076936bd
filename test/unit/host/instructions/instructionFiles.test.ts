import assert from 'node:assert/strict';
import { pointsTo } from '../../../../src/host/instructions/instructionFiles.ts';

describe('instructions that only point to others', () => {
  const pointers = [
    'AGENTS.md',
    '../AGENTS.md\n',
    '@AGENTS.md',
    '@./AGENTS.md\n',
    '# CLAUDE.md\n\n@AGENTS.md\n',
    '<!-- Keep this file:\nit is an import. -->\n@AGENTS.md',
    '[AGENTS.md](AGENTS.md)',
    'See [AGENTS.md](./AGENTS.md).',
    'Read `AGENTS.md` first!\n\nAll instructions are in AGENTS.md.',
    'This file provides guidance to Claude Code: please read @AGENTS.md for everything.',
    '请阅读 AGENTS.md。',
  ];
  for (const text of pointers) {
    it(`are no instructions: ${JSON.stringify(text)}`, () => {
      assert.equal(pointsTo(text, 'AGENTS.md'), true);
    });
  }

  const instructions = [
    '',
    '# AGENTS.md',
    'Use tabs.',
    '@AGENTS.md\n\nUse tabs.',
    'Use tabs. See AGENTS.md.',
    '@AGENTS.md\n- Run the tests first',
    '@docs/style.md',
    'AGENTS.md is long. '.repeat(100),
    `See AGENTS.md ${'and do one more thing '.repeat(10)}`,
  ];
  for (const text of instructions) {
    it(`are kept: ${JSON.stringify(text.slice(0, 60))}`, () => {
      assert.equal(pointsTo(text, 'AGENTS.md'), false);
    });
  }
});
