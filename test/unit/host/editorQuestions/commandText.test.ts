import assert from 'node:assert/strict';
import {
  commandText,
  type RunCommand,
  selectedOutput,
} from '../../../../src/host/editorQuestions/terminal/commandText.ts';

const esc = '\u001b';

const command: RunCommand = {
  commandLine: 'npm test',
  directory: 'packages/app',
  exitCode: 1,
  isRunning: false,
  head: '',
  tail: '',
  leftOut: 0,
};

describe('commandText', () => {
  it('is the command, its directory, its exit code and its output', () => {
    assert.equal(
      commandText({ ...command, head: `${esc}[31mFailed\r\n` }),
      'Command: npm test\nDirectory: packages/app\nExit code: 1\nOutput:\nFailed',
    );
  });

  it('says what is not known', () => {
    assert.equal(
      commandText({ ...command, directory: undefined, exitCode: undefined }),
      'Command: npm test\nExit code: not known\nOutput: none was recorded',
    );
    assert.match(
      commandText({ ...command, exitCode: undefined, isRunning: true }),
      /Still running/,
    );
  });

  it('leaves out what the shell shows before and after the output', () => {
    const head = `$ npm test\r\n${esc}]633;E;npm test${esc}\\${esc}]633;C\u0007out\r\n`;
    const tail = `more\r\n${esc}]633;D;1\u0007${esc}]633;A\u0007user@host:~$ `;
    assert.match(commandText({ ...command, head, tail }), /Output:\nout\nmore$/);
  });

  it('keeps the beginning and the end of a long output, and states what is left out', () => {
    const lines = Array.from({ length: 20_000 }, (_, index) => `line ${index}`);
    const output = `${lines.join('\n')}\n`;
    const text = commandText({ ...command, head: output.slice(0, 100), tail: output.slice(100) });
    assert.ok(text.length < 33_000, `${text.length}`);
    assert.match(text, /Output:\nline 0\nline 1\n/);
    assert.ok(text.endsWith('\nline 19998\nline 19999'));
    const [, before = '', count = '', after = ''] =
      /Output:\n([^]*)\n\[… (\d+) characters of the output are left out …\]\n([^]*)$/.exec(text) ??
      [];
    assert.equal(before.length + Number(count) + after.length, lines.join('\n').length);
    for (const line of [...before.split('\n'), ...after.split('\n')]) {
      assert.match(line, /^line \d+$/);
    }
  });

  it('counts what was never kept', () => {
    const text = commandText({ ...command, head: 'begin', tail: '1m\nend', leftOut: 1_000_000 });
    assert.match(
      text,
      /Output:\nbegin\n\[… 1000003 characters of the output are left out …\]\nend$/,
    );
  });

  it('has no line of a command that is not bounded', () => {
    assert.ok(commandText({ ...command, commandLine: 'x'.repeat(10_000_000) }).length < 5000);
  });
});

describe('selectedOutput', () => {
  it('is what is selected without control characters', () => {
    assert.equal(selectedOutput(`a${esc}[1mb\r\nc  \n`), 'ab\nc');
  });

  it('is bounded', () => {
    const text = selectedOutput(`begin\n${'words\n'.repeat(1_000_000)}end`);
    assert.ok(text.length < 33_000);
    assert.match(text, /^begin\n[^]*\[… \d+ characters[^]*\nend$/);
  });
});
