import assert from 'node:assert/strict';
import { displayLanguage, plural, setDisplayLanguage } from '../../../src/shared/language.ts';

describe('the display language', () => {
  afterEach(() => setDisplayLanguage({ tag: 'en', translations: undefined }));

  const language = (tag: string): string => {
    setDisplayLanguage({ tag, translations: undefined });
    return displayLanguage();
  };

  it('is the one of VS Code, with its region', () => {
    for (const tag of ['en', 'de', 'zh-cn', 'zh-tw', 'pt-br', 'ja']) {
      assert.equal(language(tag), tag);
    }
  });

  it('is English where JavaScript does not know it', () => {
    for (const tag of ['qps-ploc', 'xx', 'not_a_tag', '']) {
      assert.equal(language(tag), 'en');
    }
  });

  it('decides on the plural', () => {
    const messages = { one: 'one', few: 'few', other: 'other' };
    assert.equal(plural(2, messages), 'other');
    setDisplayLanguage({ tag: 'pl', translations: undefined });
    assert.equal(plural(2, messages), 'few');
  });
});
