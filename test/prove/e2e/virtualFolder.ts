import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { writeExtension } from '../../launch/vscode/writeExtension.ts';

/** The scheme of the folder. */
const virtualScheme = 'test-files';

/**
 * A file system of a scheme of its own, as extensions for repositories on a server have it. Its files are in a folder
 * on disk, which VS Code is not told. As the stable API has none, there is no search in it.
 */
const program = `const vscode = require('vscode');
const fs = require('node:fs');
const path = require('node:path');
const root = fs.readFileSync(path.join(__dirname, 'root.txt'), 'utf8');
const onDisk = (uri) => path.join(root, ...uri.path.split('/'));
const orThrow = (uri, act) => {
  try {
    return act(onDisk(uri));
  } catch (error) {
    throw error.code === 'ENOENT' ? vscode.FileSystemError.FileNotFound(uri) : error;
  }
};
const typeOf = (stats) => stats.isDirectory() ? vscode.FileType.Directory : vscode.FileType.File;
exports.activate = ({ subscriptions }) => {
  const changed = new vscode.EventEmitter();
  const tell = (uri, type) => changed.fire([{ uri, type }]);
  const files = {
    onDidChangeFile: changed.event,
    watch: () => new vscode.Disposable(() => {}),
    stat: (uri) => orThrow(uri, (file) => {
      const stats = fs.statSync(file);
      return { type: typeOf(stats), ctime: stats.ctimeMs, mtime: stats.mtimeMs, size: stats.size };
    }),
    readDirectory: (uri) => orThrow(uri, (folder) =>
      fs.readdirSync(folder, { withFileTypes: true }).map((entry) => [entry.name, typeOf(entry)])),
    readFile: (uri) => orThrow(uri, (file) => new Uint8Array(fs.readFileSync(file))),
    writeFile: (uri, content) => orThrow(uri, (file) => {
      const isNew = !fs.existsSync(file);
      fs.writeFileSync(file, content);
      tell(uri, isNew ? vscode.FileChangeType.Created : vscode.FileChangeType.Changed);
    }),
    createDirectory: (uri) => orThrow(uri, (folder) => fs.mkdirSync(folder, { recursive: true })),
    delete: (uri) => orThrow(uri, (file) => fs.rmSync(file, { recursive: true })),
    rename: (uri, to) => orThrow(uri, (file) => fs.renameSync(file, onDisk(to))),
  };
  subscriptions.push(
    changed,
    vscode.workspace.registerFileSystemProvider('${virtualScheme}', files, { isCaseSensitive: true }),
  );
};
`;

/** Writes the extension into `extension`. */
export async function writeVirtualFolder(extension: string): Promise<void> {
  await writeExtension(extension, {
    name: 'virtual-folder',
    description: 'A virtual file system.',
    activationEvents: [`onFileSystem:${virtualScheme}`],
    program,
  });
}

/** Makes `folder` what the extension shows. Gives the path of a workspace that has nothing else. */
export async function openAsVirtual(extension: string, folder: string): Promise<string> {
  await writeFile(join(extension, 'root.txt'), folder);
  const workspace = join(extension, 'virtual.code-workspace');
  const folders = [{ uri: `${virtualScheme}:/`, name: 'virtual' }];
  await writeFile(workspace, JSON.stringify({ folders }));
  return workspace;
}
