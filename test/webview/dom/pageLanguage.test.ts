import * as l10n from '@vscode/l10n';
import { setDisplayLanguage } from '../../../src/shared/language.ts';
import { element } from '../../../src/webview/dom/element.ts';
import { readPageLanguage } from '../../../src/webview/dom/pageLanguage.ts';
import { equal } from '../assert.ts';

describe('the language of a page', () => {
  it('is English where there is no translation', () => {
    const known = JSON.stringify({ 'Known {0}': 'Bekannt {0}' });
    const translations = element('script', { id: 'translations', type: 'application/json' }, [
      known,
    ]);
    const { lang } = document.documentElement;
    document.body.append(translations);
    document.documentElement.lang = 'de';
    try {
      readPageLanguage();
      equal(l10n.t('Known {0}', 1), 'Bekannt 1');
      equal(l10n.t('Not known {0}', 2), 'Not known 2');
    } finally {
      translations.remove();
      document.documentElement.lang = lang;
      setDisplayLanguage({ tag: 'en', translations: undefined });
    }
  });
});
