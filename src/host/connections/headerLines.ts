import * as vscode from 'vscode';
import { isRecord, isString } from '../../shared/guards.ts';
import { formatNumber } from '../../shared/language.ts';
import { hasKeyPlace } from '../../shared/service/keySource.ts';

type Headers = Readonly<Record<string, string>>;

/** What the text of a field says: a value, none, or why it has none. */
export interface Reading<T> {
  readonly value?: T | undefined;
  readonly problem?: string | undefined;
}

/** The headers in a text with one `Name: value` a line; none if it has no line. */
export function readHeaderLines(text: string): Reading<Headers> {
  /** By their names in lower case. */
  const headers = new Map<string, readonly [name: string, value: string]>();
  for (const [index, line] of text.split('\n').entries()) {
    const [, name = '', value = ''] = /^([^:]*):(.*)$/.exec(line) ?? [];
    if (line.trim() === '') {
      continue;
    }
    if (name.trim() === '') {
      const number = formatNumber(index + 1);
      return { problem: vscode.l10n.t('Line {0} must be a name, a colon and a value.', number) };
    }
    const lowerName = name.trim().toLowerCase();
    if (headers.has(lowerName)) {
      return { problem: vscode.l10n.t('“{0}” is set twice. Remove one.', lowerName) };
    }
    headers.set(lowerName, [name.trim(), value.trim()]);
  }
  return { value: headers.size === 0 ? undefined : Object.fromEntries(headers.values()) };
}

/** The text of headers in the settings, which may be any value. */
export function headerLines(headers: unknown): string {
  const rows = Object.entries(isRecord(headers) ? headers : {});
  return rows.map(([name, value]) => `${name}: ${shownValue(name, value)}`).join('\n');
}

function shownValue(name: string, value: unknown): string {
  const text = (isString(value) ? value : JSON.stringify(value)).replaceAll(/[\r\n]+/g, ' ');
  // Parley does not send `Authorization` without a place for the key, and what is there is probably a key.
  return name.trim().toLowerCase() === 'authorization' && !hasKeyPlace(text) ? '' : text;
}
