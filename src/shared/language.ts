import * as l10n from '@vscode/l10n';

/** The language in which VS Code is displayed, and Parley's words in it. */
export interface DisplayLanguage {
  /** As VS Code names it, such as `de` or `pt-br`. */
  readonly tag: string;
  /** By the English words; undefined for English. */
  readonly translations: Readonly<Record<string, string>> | undefined;
}

let tag = 'en';
let plurals = new Intl.PluralRules(tag);

/** Sets the language of `l10n.t`, numbers, dates and plurals in this bundle. Call it before any of them. */
export function setDisplayLanguage(language: DisplayLanguage): void {
  l10n.config({ contents: { ...language.translations } });
  tag = isKnown(language.tag) ? language.tag : 'en';
  plurals = new Intl.PluralRules(tag);
}

/** The tag for `Intl`: `en` where VS Code's own is not one that JavaScript knows. */
export function displayLanguage(): string {
  return tag;
}

/** A number as it is written in the display language. */
export function formatNumber(value: number, options?: Intl.NumberFormatOptions): string {
  return value.toLocaleString(tag, options);
}

/** One message for each plural category of the display language; `other` where there is none. */
type PluralMessages = Readonly<
  Partial<Record<Intl.LDMLPluralRule, string>> & Record<'other', string>
>;

/** The message for a number: each is whole, since the words around a number change with it. */
export function plural(count: number, messages: PluralMessages): string {
  return messages[plurals.select(count)] ?? messages.other;
}

function isKnown(candidate: string): boolean {
  try {
    return Intl.NumberFormat.supportedLocalesOf(candidate).length > 0;
  } catch {
    return false;
  }
}
