import { isRecord, isString } from '../shared/guards.ts';
import type { TokenColor } from '../shared/tokenColors.ts';

/** Reads rules as themes and `editor.tokenColorCustomizations` have them; the rest is left out. */
export function tokenColorsOf(rules: unknown): readonly TokenColor[] {
  return (Array.isArray(rules) ? rules : []).flatMap((rule: unknown): TokenColor[] => {
    const settings = isRecord(rule) ? rule['settings'] : undefined;
    const scopes = isRecord(rule) ? scopesOf(rule['scope']) : [];
    if (!isRecord(settings) || scopes.length === 0) {
      return [];
    }
    const { foreground, fontStyle } = settings;
    return [
      {
        scopes,
        foreground: isString(foreground) ? foreground : undefined,
        fontStyle: isString(fontStyle) ? fontStyle : undefined,
      },
    ];
  });
}

function scopesOf(scope: unknown): readonly string[] {
  const selectors: readonly unknown[] = isString(scope)
    ? scope.split(',')
    : Array.isArray(scope)
      ? scope
      : [];
  return selectors
    .filter(isString)
    .map((selector) => selector.trim())
    .filter((selector) => selector !== '');
}
