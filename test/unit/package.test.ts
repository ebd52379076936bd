import assert from 'node:assert/strict';
import { listFiles } from '@vscode/vsce';
import manifest from '../../package.json' with { type: 'json' };

describe('the package', () => {
  it('holds these files and no others', async () => {
    const files = await listFiles({ cwd: process.cwd(), dependencies: false });
    assert.deepEqual(files.toSorted(), [
      'CHANGELOG.md',
      'LICENSE',
      'README.md',
      'dist/extension.js',
      'dist/webview/codicon.ttf',
      'dist/webview/panel.js',
      'dist/webview/panelStyle.css',
      'media/icon.png',
      'media/parley.svg',
      'package.json',
      'package.nls.json',
    ]);
  });

  it('has one bundle for every host and does nothing before it is asked to', () => {
    assert.equal(manifest.main, manifest.browser);
    assert.deepEqual(manifest.activationEvents, []);
    assert.match(manifest.engines.vscode, /^\^1\.104\.0$/);
  });

  it('lets no workspace choose where messages go', () => {
    const properties = Object.entries(manifest.contributes.configuration.properties);
    assert.deepEqual(
      properties.map(([name]) => name),
      manifest.capabilities.untrustedWorkspaces.restrictedConfigurations,
    );
    for (const [name, { scope }] of properties) {
      assert.equal(scope, 'application', name);
    }
  });
});
