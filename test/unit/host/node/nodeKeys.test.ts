import assert from 'node:assert/strict';
import { mkdtemp, readFile, realpath, rm } from 'node:fs/promises';
import { homedir, tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { readVariable, runCommand } from '../../../../src/host/node/nodeKeys.ts';
import { until } from '../../../support/until.ts';

const limits = { timeoutMs: 60_000, maxBytes: 65_536 };

/** A command line that runs `script` in Node, in any system shell. */
function node(script: string): string {
  return `"${process.execPath}" -e "${script.replaceAll('"', "'")}"`;
}

describe('runCommand', () => {
  it('gives what a command writes, and how it ended', async () => {
    assert.deepEqual(
      await runCommand(node("console.log('schlüssel'); console.error('hint')"), limits),
      {
        end: 'exited',
        exitCode: 0,
        stdout: 'schlüssel\n',
        stderr: 'hint\n',
      },
    );
    const { end, exitCode } = await runCommand(node('process.exit(3)'), limits);
    assert.deepEqual([end, exitCode], ['exited', 3]);
  });

  it('understands a pipe', async () => {
    const printing = node("console.log('abc')");
    const { stdout } = await runCommand(
      `${printing} | ${node('process.stdin.pipe(process.stdout)')}`,
      limits,
    );
    assert.equal(stdout, 'abc\n');
  });

  it('says how a command failed that does not exist', async () => {
    const { end, exitCode, stderr } = await runCommand('parley-no-such-command', limits);
    assert.equal(end, 'exited');
    assert.notEqual(exitCode, 0);
    assert.match(stderr, /parley-no-such-command/);
  });

  it('runs in the home folder, without input and without the variables of VS Code', async () => {
    process.env['ELECTRON_RUN_AS_NODE'] = '1';
    process.env['VSCODE_PARLEY_TEST'] = '1';
    try {
      const script =
        "const e=process.env;let n=0;process.stdin.on('data',d=>n+=d.length).on('end',()=>console.log(JSON.stringify([process.cwd(),n,e.VSCODE_PARLEY_TEST,e.ELECTRON_RUN_AS_NODE,e.PATH!==undefined])))";
      const { stdout } = await runCommand(node(script), limits);
      const [cwd, ...others] = JSON.parse(stdout) as unknown[];
      assert.equal(await realpath(String(cwd)), await realpath(homedir()));
      assert.deepEqual(others, [0, null, null, true]);
    } finally {
      delete process.env['ELECTRON_RUN_AS_NODE'];
      delete process.env['VSCODE_PARLEY_TEST'];
    }
  });

  it('ends a command that writes on and on', async () => {
    const script = "const w=()=>process.stdout.write('x'.repeat(65536),w);w()";
    const { end, exitCode, stdout } = await runCommand(node(script), limits);
    assert.deepEqual([end, exitCode, stdout.length], ['tooMuch', undefined, limits.maxBytes]);
  });

  it('keeps the beginning of its errors, however long they are', async () => {
    const script = "process.stderr.write('a'+'x'.repeat(9e6),()=>console.log('key'))";
    const { end, stdout, stderr } = await runCommand(node(script), limits);
    assert.deepEqual([end, stdout, stderr.length, stderr[0]], ['exited', 'key\n', 4096, 'a']);
  });

  it('ends a command that takes too long', async () => {
    const { end } = await runCommand(node('setInterval(()=>{},1e6)'), {
      ...limits,
      timeoutMs: 500,
    });
    assert.equal(end, 'tooLate');
  });

  it('ends the processes that a command has started', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'parley-command-'));
    const file = join(folder, 'pid');
    try {
      const inner = `require('fs').writeFileSync('${file}',String(process.pid));setInterval(()=>process.stdout.write('x'.repeat(65536)),1)`;
      const outer = `require('child_process').spawn(process.execPath,['-e',process.argv[1]],{stdio:'inherit'})`;
      const { end } = await runCommand(`${node(outer)} "${inner}"`, limits);
      assert.equal(end, 'tooMuch');
      const pid = Number(await readFile(file, 'utf8'));
      await until('the process has ended', () => !isRunning(pid));
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });

  it('does not wait for a process that the command has left running', async () => {
    const left = 'setTimeout(()=>{},20000)';
    const script = `require('child_process').spawn(process.execPath,['-e',process.argv[1]],{stdio:'inherit',detached:true}).unref();console.log('key')`;
    const { end, stdout } = await runCommand(`${node(script)} "${left}"`, limits);
    assert.deepEqual([end, stdout], ['exited', 'key\n']);
  });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

describe('readVariable', () => {
  it('gives the value of a variable, or undefined', () => {
    assert.equal(readVariable('PATH'), process.env['PATH']);
    assert.equal(readVariable('PARLEY_NO_SUCH_VARIABLE'), undefined);
  });
});
