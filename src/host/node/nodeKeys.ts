import { type ChildProcess, spawn } from 'node:child_process';
import { homedir } from 'node:os';
import process from 'node:process';
import type { Readable } from 'node:stream';

/** The value of an environment variable of the extension host. */
export function readVariable(name: string): string | undefined {
  return process.env[name];
}

/** How a command ended, and what it wrote. */
interface CommandResult {
  readonly end: 'exited' | 'notStarted' | 'tooLate' | 'tooMuch';
  /** Missing if it did not exit by itself. */
  readonly exitCode?: number | undefined;
  readonly stdout: string;
  /** Its beginning. */
  readonly stderr: string;
}

interface CommandLimits {
  readonly timeoutMs: number;
  /** Of its output. A command that writes more is ended. */
  readonly maxBytes: number;
}

/** Of what a command writes to standard error, this much is kept. In bytes. */
const maxErrorBytes = 4096;

/** How long the output of a command that has exited may still arrive, from a process that it left running. */
const lateOutputMs = 1000;

const isWindows = process.platform === 'win32';

/**
 * Runs a command in the system shell (`/bin/sh`, on Windows `cmd.exe`), so that pipes and quotes work as in
 * npm scripts, without the start files of the user's own shell, which may be slow or write text. The folder is
 * the user's home folder: in that of a workspace, the workspace could bring a program with the same name.
 * Never rejects.
 */
export async function runCommand(command: string, limits: CommandLimits): Promise<CommandResult> {
  return new Promise((resolve) => {
    const child = spawn(command, {
      shell: true,
      cwd: homedir(),
      env: ownEnvironment(),
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
      // A group of its own, which can be ended with all processes that the command has started.
      detached: !isWindows,
    });
    const output = kept(child.stdout, limits.maxBytes, () => stop('tooMuch'));
    const errors = kept(child.stderr, maxErrorBytes);
    const finish = (end: CommandResult['end'], exitCode?: number): void => {
      clearTimeout(timer);
      child.stdout.destroy();
      child.stderr.destroy();
      resolve({ end, exitCode, stdout: output(), stderr: errors() });
    };
    const stop = (end: CommandResult['end']): void => {
      endAll(child);
      finish(end);
    };
    const timer = setTimeout(() => stop('tooLate'), limits.timeoutMs);
    child.once('error', () => finish('notStarted'));
    child.once('exit', (code) => {
      const exited = (): void => finish('exited', code ?? undefined);
      child.once('close', exited);
      setTimeout(exited, lateOutputMs).unref();
    });
  });
}

/** Reads a stream and keeps its first bytes; calls `onMore` if there are more of them. Gives the text so far. */
function kept(stream: Readable, maxBytes: number, onMore?: () => void): () => string {
  const parts: Buffer[] = [];
  let left = maxBytes;
  stream.on('data', (bytes: Buffer) => {
    if (left > 0) {
      parts.push(bytes.subarray(0, left));
    }
    left -= bytes.length;
    if (left < 0) {
      onMore?.();
    }
  });
  return () => Buffer.concat(parts).toString('utf8');
}

/** Without what VS Code has set for itself: with it, a command that is made with Electron would start otherwise. */
function ownEnvironment(): NodeJS.ProcessEnv {
  const own = Object.entries(process.env).filter(([name]) => !/^(?:VSCODE|ELECTRON)_/i.test(name));
  return Object.fromEntries(own);
}

function endAll({ pid }: ChildProcess): void {
  if (pid === undefined) {
    return;
  }
  if (isWindows) {
    spawn('taskkill', ['/pid', String(pid), '/T', '/F'], { stdio: 'ignore' }).on('error', () => {});
    return;
  }
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // It has just ended by itself.
  }
}
