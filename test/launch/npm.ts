import { basename } from 'node:path';
import { runCommand } from './command.ts';

/** Runs the npm that runs this program, or else the one on the PATH, in `folder`. */
export async function runNpm(folder: string, ...parameters: readonly string[]): Promise<void> {
  const program = process.env['npm_execpath'] ?? '';
  if (/^npm-cli\.c?js$/.test(basename(program))) {
    await runCommand(process.execPath, [program, ...parameters], { cwd: folder });
  } else if (process.platform === 'win32') {
    await runCommand('cmd.exe', ['/d', '/s', '/c', 'npm', ...parameters], { cwd: folder });
  } else {
    await runCommand('npm', parameters, { cwd: folder });
  }
}
