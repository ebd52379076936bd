/** Why code in a language is for no file, or not for the one at `path`: it is typed into a terminal, or comes out of one. */
export function noFile(language: string, path: string | undefined): 'shell' | 'output' | undefined {
  const name = language.toLowerCase();
  if (terminals.has(name) || (shells.has(name) && (path === undefined || !isShellFile(path)))) {
    return 'shell';
  }
  return outputs.has(name) ? 'output' : undefined;
}

const terminals: ReadonlySet<string> = new Set([
  'bat',
  'batch',
  'cmd',
  'console',
  'shell-session',
  'shellsession',
  'terminal',
]);

const shells: ReadonlySet<string> = new Set([
  'bash',
  'fish',
  'ksh',
  'powershell',
  'ps1',
  'pwsh',
  'sh',
  'shell',
  'zsh',
]);

const outputs: ReadonlySet<string> = new Set(['log', 'logs', 'output', 'stdout', 'stderr']);

function isShellFile(path: string): boolean {
  return /\.(?:sh|bash|zsh|fish|ksh|ps1|psm1|bats|command)$|(?:^|\/)(?:\.\w*(?:rc|profile|env)|[^/.]+)$/i.test(
    path,
  );
}
