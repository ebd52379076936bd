import { readdir, readFile } from 'node:fs/promises';

/** The ids of the extension hosts among the children of a VS Code server, as Linux tells them. */
export async function extensionHosts(serverPid: number | undefined): Promise<readonly number[]> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const found = await Promise.all(
    pids.map(async (pid) => ((await isExtensionHost(pid, serverPid)) ? [Number(pid)] : [])),
  );
  return found.flat();
}

async function isExtensionHost(pid: string, serverPid: number | undefined): Promise<boolean> {
  try {
    const [command, stat] = await Promise.all([
      readFile(`/proc/${pid}/cmdline`, 'utf8'),
      readFile(`/proc/${pid}/stat`, 'utf8'),
    ]);
    // Behind the name in brackets, which may hold anything: state, then parent.
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const isItsChild = state !== 'Z' && Number(parent) === serverPid;
    return isItsChild && command.includes('--type=extensionHost');
  } catch {
    // It has ended meanwhile.
    return false;
  }
}
