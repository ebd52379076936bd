import { spawn } from 'node:child_process';

/** How a command is run. */
export interface CommandOptions {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
  /** The command is ended after this time; 10 minutes where not given. */
  readonly timeoutMs?: number;
}

/**
 * Runs a command to its end and gives what it wrote to its output. Throws when it cannot be
 * started, takes too long or fails; the message holds the end of what it wrote.
 */
export async function runCommand(
  command: string,
  parameters: readonly string[],
  { timeoutMs = 600_000, ...options }: CommandOptions = {},
): Promise<string> {
  // Node starts no batch file without a shell, and the shell needs quotes around spaces.
  const shell = command.endsWith('.cmd');
  const quoted = (text: string): string => (shell ? `"${text}"` : text);
  const child = spawn(quoted(command), parameters.map(quoted), {
    ...options,
    shell,
    timeout: timeoutMs,
    killSignal: 'SIGKILL',
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output: string[] = [];
  const all: string[] = [];
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output.push(text);
    all.push(text);
  });
  child.stderr.setEncoding('utf8').on('data', (text: string) => all.push(text));
  const code = await new Promise<number | NodeJS.Signals | null>((resolve, reject) => {
    child.on('error', reject).on('close', (code, signal) => resolve(code ?? signal));
  });
  if (code !== 0) {
    const end = all.join('').trimEnd().split('\n').slice(-20).join('\n');
    throw new Error(`${command} ${parameters.join(' ')} ended with ${code}:\n${end}`);
  }
  return output.join('');
}
