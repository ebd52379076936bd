import type { Finding, NumberedFinding } from './finding.ts';

/** How every mask of a secret begins. The service reads masks as well, so they are not translated. */
const maskStart = '[masked: ';

/** Whether something is masked in a text. */
export function hasMask(text: string): boolean {
  return text.includes(maskStart);
}

/** What takes the place of a value. Hidden characters are named, so that they are seen; a secret has a number. */
export function maskOf(
  { kind, subject = '' }: Pick<Finding, 'kind' | 'subject'>,
  id: number,
): string {
  return kind === 'hidden' || kind === 'direction'
    ? `[${subject}]`
    : `${maskStart}${nameOf(kind, subject)} ${id}]`;
}

function nameOf(kind: Exclude<Finding['kind'], 'hidden' | 'direction'>, subject: string): string {
  switch (kind) {
    case 'key':
    case 'token':
    case 'webhook':
      return `${subject} ${kind}`;
    case 'login':
      return 'password';
    case 'privateKey':
      return 'private key';
    case 'ownKey':
      return 'API key';
    case 'variable':
      return subject;
  }
}

/** A text with masks, or with nothing, in place of findings, which are in its order and do not overlap. */
export function withoutFindings(
  text: string,
  findings: readonly NumberedFinding[],
  replacement: (finding: NumberedFinding) => string = ({ mask }) => mask,
): string {
  const parts: string[] = [];
  let end = 0;
  for (const finding of findings) {
    parts.push(text.slice(end, finding.start), replacement(finding));
    end = finding.end;
  }
  return [...parts, text.slice(end)].join('');
}
