import * as l10n from '@vscode/l10n';
import { formatNumber } from './language.ts';

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
