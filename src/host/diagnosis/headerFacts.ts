import * as vscode from 'vscode';
import type { ResponseHead } from '../../service/endpoint.ts';

/** Of the value of a header, in characters. */
const maxLength = 100;

/** What the headers of a response say about limits, as the service writes it (`x-ratelimit-remaining-requests`). */
export function rateLimitFacts({ headers }: ResponseHead): readonly string[] {
  const value = (name: string) => headers.get(name)?.slice(0, maxLength);
  const kinds = [
    [
      'requests',
      (left: string, of: string) => vscode.l10n.t('Requests left: {0} of {1}.', left, of),
    ],
    ['tokens', (left: string, of: string) => vscode.l10n.t('Tokens left: {0} of {1}.', left, of)],
  ] as const;
  const lines = kinds.flatMap(([kind, words]) => {
    const left =
      value(`x-ratelimit-remaining-${kind}`) ??
      (kind === 'requests' ? value('x-ratelimit-remaining') : undefined);
    const of =
      value(`x-ratelimit-limit-${kind}`) ??
      (kind === 'requests' ? value('x-ratelimit-limit') : undefined);
    return left === undefined || of === undefined ? [] : [words(left, of)];
  });
  const wait = value('retry-after');
  return wait === undefined
    ? lines
    : [...lines, vscode.l10n.t('The service asks clients to wait ({0}).', `Retry-After: ${wait}`)];
}

/** What answered, and what the response passed on its way, as far as headers say so (RFC 9110, sections 7.6.3 and 10.2.4). */
export function headerFacts({ headers }: ResponseHead): readonly string[] {
  const shown = ['server', 'via', 'x-cache', 'cf-ray'].flatMap((name) => {
    const value = headers.get(name)?.slice(0, maxLength) ?? '';
    return value === '' ? [] : [`${name}: ${value}`];
  });
  return shown.length === 0 ? [] : [vscode.l10n.t('Response headers: {0}.', shown.join(', '))];
}
