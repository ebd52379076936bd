import * as l10n from '@vscode/l10n';

/** The language in which VS Code is displayed, and Parley's words in it. */
export interface DisplayLanguage {
  /** As VS Code names it, such as `de` or `pt-br`. */
  readonly tag: string;
  /** By the English words; undefined for English. */
  readonly translations: Readonly<Record<string, string>> | undefined;
}

let tag = 'en';
let plurals: Intl.PluralRules | undefined;
let numbers: Intl.NumberFormat | undefined;

/** Sets the language of `l10n.t`, numbers, dates and plurals in this bundle. Call it before any of them. */
export function setDisplayLanguage(language: DisplayLanguage): void {
  l10n.config({ contents: { ...language.translations } });
  plurals = pluralRules(language.tag);
  const { locale } = plurals.resolvedOptions();
  tag = languageOf(locale) === languageOf(language.tag) ? language.tag : 'en';
  numbers = undefined;
}

/** The rules of a language, or those of English if JavaScript does not know it. */
function pluralRules(candidate: string): Intl.PluralRules {
  // `supportedLocalesOf` would tell, but looks at all languages first, which takes 20 ms at each start.
  try {
    return new Intl.PluralRules([candidate, 'en']);
  } catch {
    return new Intl.PluralRules('en');
  }
}

function languageOf(candidate: string): string | undefined {
  return candidate.split('-')[0];
}

/** The tag for `Intl`: `en` where VS Code's own is not one that JavaScript knows. */
export function displayLanguage(): string {
  return tag;
}

/** A number as it is written in the display language. */
export function formatNumber(value: number, options?: Intl.NumberFormatOptions): string {
  if (options !== undefined) {
    return value.toLocaleString(tag, options);
  }
  numbers ??= new Intl.NumberFormat(tag);
  return numbers.format(value);
}

/** One message for each plural category of the display language; `other` where there is none. */
type PluralMessages = Readonly<
  Partial<Record<Intl.LDMLPluralRule, string>> & Record<'other', string>
>;

/** The message for a number: each is whole, since the words around a number change with it. */
export function plural(count: number, messages: PluralMessages): string {
  plurals ??= new Intl.PluralRules(tag);
  return messages[plurals.select(count)] ?? messages.other;
}

/** A duration as text, rounded up to whole seconds: `12 s`, `5 min`, `1 h 2 min 3 s`. */
export function duration(ms: number): string {
  const seconds = Math.ceil(Math.max(0, ms) / 1000);
  const hours = Math.floor(seconds / 3600);
  const minutes = Math.floor(seconds / 60) % 60;
  const rest = seconds % 60;
  const parts = [
    hours === 0 ? '' : l10n.t('{0} h', formatNumber(hours)),
    minutes === 0 ? '' : l10n.t('{0} min', formatNumber(minutes)),
    rest === 0 && seconds > 0 ? '' : l10n.t('{0} s', formatNumber(rest)),
  ];
  return parts.filter((part) => part !== '').join(' ');
}
