import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { listFiles, PackageManager } from '@vscode/vsce';
import { projectFolder } from '../../launch/projectFolders.ts';

/** What VS Code loads at activation. */
const { main } = JSON.parse(readFileSync(join(projectFolder, 'package.json'), 'utf8')) as {
  readonly main: string;
};

describe('the package', () => {
  it('holds these files and no others', async () => {
    const files = await listFiles({
      cwd: projectFolder,
      packageManager: PackageManager.None,
    });
    const loadedLater = /^dist\/webview\/(?:chunks\/[\w-]+\.js|KaTeX_[\w-]+\.woff2)$/;
    const others = files.filter((file) => !loadedLater.test(file));
    assert.deepEqual(others.toSorted(), [
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'THIRD-PARTY-NOTICES.txt',
      'dist/composing.js',
      'dist/createMessageGuard.js',
      'dist/createSyntax.js',
      'dist/extension.js',
      'dist/later.js',
      'dist/node.js',
      'dist/shared.js',
      'dist/startParley.js',
      'dist/syntax/tree-sitter-bash.wasm',
      'dist/syntax/tree-sitter-go.wasm',
      'dist/syntax/tree-sitter-java.wasm',
      'dist/syntax/tree-sitter-javascript.wasm',
      'dist/syntax/tree-sitter-php.wasm',
      'dist/syntax/tree-sitter-python.wasm',
      'dist/syntax/tree-sitter-ruby.wasm',
      'dist/syntax/tree-sitter-rust.wasm',
      'dist/syntax/tree-sitter-tsx.wasm',
      'dist/syntax/tree-sitter-typescript.wasm',
      'dist/syntax/tree-sitter.wasm',
      'dist/texts.js',
      'dist/webview/codicon.ttf',
      'dist/webview/connections.js',
      'dist/webview/connectionsStyle.css',
      'dist/webview/diagram.js',
      'dist/webview/diagramScript.js',
      'dist/webview/diagramStyle.css',
      'dist/webview/mathStyle.css',
      'dist/webview/panel.js',
      'dist/webview/panelStyle.css',
      'l10n/bundle.l10n.de.json',
      'media/icon.png',
      'media/parley.svg',
      'media/tabDark.svg',
      'media/tabLight.svg',
      'media/walkthrough/ask.svg',
      'media/walkthrough/connect.svg',
      'media/walkthrough/editor.svg',
      'media/walkthrough/sent.svg',
      'package.json',
      'package.nls.de.json',
      'package.nls.json',
    ]);
  });

  it('loads little at activation, and before Parley is first used', () => {
    const sizeOf = (path: string): number => readFileSync(join(projectFolder, path)).length;
    const sizes = [sizeOf(main), sizeOf('dist/shared.js') + sizeOf('dist/startParley.js')] as const;
    assert.equal(
      sizes[0] <= 12 * 1024 && sizes[1] <= 400 * 1024,
      true,
      `${sizes.join(' and ')} bytes`,
    );
  });

  it('loads little for the panel before a reply needs more', () => {
    const folder = join(projectFolder, 'dist', 'webview');
    const loaded = new Set(['panel.js']);
    for (const file of loaded) {
      const source = readFileSync(join(folder, file), 'utf8');
      for (const [, path = ''] of source.matchAll(/(?:import|from)\s*"(\.[^"]+)"/g)) {
        loaded.add(join(dirname(file), path));
      }
    }
    const sizes = [...loaded].map((file) => gzipSync(readFileSync(join(folder, file))).length);
    const size = sizes.reduce((sum, length) => sum + length, 0);
    assert.equal(size <= 128 * 1024, true, `${size} bytes`);
  });
});
