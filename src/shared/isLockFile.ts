/** Files that package managers write, by name: what they say follows from other files. */
const lockFiles = new Set([
  '.terraform.lock.hcl',
  'bun.lock',
  'bun.lockb',
  'cargo.lock',
  'cartfile.resolved',
  'composer.lock',
  'conan.lock',
  'deno.lock',
  'flake.lock',
  'gemfile.lock',
  'go.sum',
  'go.work.sum',
  'gradle.lockfile',
  'mix.lock',
  'npm-shrinkwrap.json',
  'package-lock.json',
  'package.resolved',
  'packages.lock.json',
  'paket.lock',
  'pdm.lock',
  'pipfile.lock',
  'pixi.lock',
  'pnpm-lock.yaml',
  'podfile.lock',
  'poetry.lock',
  'pubspec.lock',
  'uv.lock',
  'yarn.lock',
]);

/** Whether a package manager has written the file. */
export function isLockFile(path: string): boolean {
  return lockFiles.has(path.slice(path.lastIndexOf('/') + 1).toLowerCase());
}
