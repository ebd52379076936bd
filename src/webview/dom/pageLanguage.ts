import { isRecord, isString } from '../../shared/guards.ts';
import { setDisplayLanguage } from '../../shared/language.ts';

/** Sets the language that the host wrote into the page. Call it before anything is shown. */
export function readPageLanguage(): void {
  const words: unknown = JSON.parse(document.querySelector('#translations')?.textContent ?? 'null');
  setDisplayLanguage({
    tag: document.documentElement.lang,
    translations: isTranslations(words) ? words : undefined,
  });
}

function isTranslations(value: unknown): value is Readonly<Record<string, string>> {
  return isRecord(value) && Object.values(value).every(isString);
}
