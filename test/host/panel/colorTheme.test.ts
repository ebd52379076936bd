import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { showThemeColors } from '../../../src/host/panel/colorTheme.ts';
import type { TokenColor } from '../../../src/shared/panel/appearance.ts';
import { until } from '../../support/until.ts';

describe('themeColors', () => {
  const global = vscode.ConfigurationTarget.Global;
  const set = async (section: string, name: string, value: unknown): Promise<void> =>
    vscode.workspace.getConfiguration(section).update(name, value, global);

  afterEach(async () => {
    await set('workbench', 'colorTheme', undefined);
    await set('editor', 'tokenColorCustomizations', undefined);
  });

  it('are those of the theme and the settings, and follow both', async () => {
    let colors: readonly TokenColor[] | undefined;
    const following = showThemeColors((shown) => (colors = shown));
    const comment = (): string | undefined =>
      colors?.findLast(({ scopes }) => scopes.includes('comment'))?.foreground?.toLowerCase();
    try {
      await set('workbench', 'colorTheme', 'Dark Modern');
      await until('the colours of the dark theme', () => comment() === '#6a9955');
      await set('workbench', 'colorTheme', 'Light Modern');
      await until('the colours of the light theme', () => comment() === '#008000');
      await set('editor', 'tokenColorCustomizations', {
        comments: '#111111',
        '[Light Modern][Other]': {
          textMateRules: [{ scope: 'comment', settings: { foreground: '#222222' } }],
        },
      });
      await until('the colours of the settings', () => comment() === '#222222');
      await set('workbench', 'colorTheme', 'No Such Theme');
      await until('nothing', () => colors === undefined);
    } finally {
      following.dispose();
    }
    assert.equal(colors, undefined);
  });
});
