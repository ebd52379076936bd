import assert from 'node:assert/strict';
import { type Command, runCommand } from '../../../../src/host/base/commands.ts';

function ran(command: Command, ...args: readonly unknown[]): unknown {
  return runCommand(command, args, () => 'refused');
}

describe('runCommand', () => {
  it('runs a command without arguments, and with what VS Code adds in a menu', () => {
    const command = () => 'done';
    assert.equal(ran(command), 'done');
    assert.equal(ran(command, undefined, undefined), 'done');
    assert.equal(ran(command, undefined, { groupId: 0, editorIndex: 1 }), 'done');
    assert.equal(ran(command, { kind: 'chat' }, [{ kind: 'chat' }]), 'done');
    assert.equal(ran(command, undefined, []), 'done');
  });

  it('does nothing with other arguments', () => {
    const command = () => assert.fail('was run');
    for (const args of [
      [null],
      ['x'],
      [1],
      [[]],
      [{}],
      [undefined, 'x'],
      [undefined, undefined, 1],
    ]) {
      assert.equal(ran(command, ...args), 'refused', JSON.stringify(args));
    }
  });

  it('does nothing where reading the arguments throws', () => {
    const throwing = {
      get kind(): string {
        throw new Error('read');
      },
    };
    assert.equal(
      ran(() => assert.fail('was run'), throwing),
      'refused',
    );
  });

  it('leaves its arguments to a command that has some', () => {
    const command: Command = {
      read: ([name]) => (name === 'known' ? () => `done with ${name}` : undefined),
    };
    assert.equal(ran(command, 'known'), 'done with known');
    assert.equal(ran(command, 'other'), 'refused');
  });
});
