import assert from 'node:assert/strict';
import * as l10n from '@vscode/l10n';
import { setDisplayLanguage } from '../../../src/shared/language.ts';
import * as vscode from '../../support/vscodeStandIn.ts';

describe('a bundle of the host that is loaded on demand', () => {
  before(() => {
    Object.assign(vscode.l10n, { bundle: { 'Known {0}': 'Bekannt {0}' } });
    Object.assign(vscode.env, { language: 'de' });
  });
  after(() => {
    Object.assign(vscode.l10n, { bundle: undefined });
    Object.assign(vscode.env, { language: 'en' });
    setDisplayLanguage({ tag: 'en', translations: undefined });
  });

  it('shows English where there is no translation', async () => {
    await import('../../../src/host/start/bundleLanguage.ts');
    assert.equal(l10n.t('Known {0}', 1), 'Bekannt 1');
    assert.equal(l10n.t('Not known {0}', 2), 'Not known 2');
    assert.equal(
      l10n.t({ message: 'Known {0}', args: [3], comment: ['In another sense'] }),
      'Known 3',
    );
  });
});
