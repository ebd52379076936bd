import * as l10n from '@vscode/l10n';
import type { UserMessage } from '../conversation/conversation.ts';

/** What can be found in a text before it is sent. */
export type FindingKind =
  /** A key or token of a service. */
  | 'key'
  | 'token'
  /** An address that is itself the permission to post to it. */
  | 'webhook'
  /** A password in an address. */
  | 'login'
  | 'privateKey'
  /** An API key or secret header of one of Parley's connections. */
  | 'ownKey'
  /** The value of a variable in a `.env` file. */
  | 'variable'
  /** Characters that cannot be seen. */
  | 'hidden'
  /** Characters that change the direction in which the text after them is shown. */
  | 'direction';

/** A place in a text. `start` and `end` are indices of UTF-16 code units. */
export interface Finding {
  readonly kind: FindingKind;
  /** The service, the name of the variable, or the code point. Missing where the kind says it all. */
  readonly subject?: string | undefined;
  readonly start: number;
  /** Exclusive. */
  readonly end: number;
}

/** A finding in a chat: what the user decides about it counts for the same value everywhere in the chat. */
export interface NumberedFinding extends Finding {
  /** The same for the same value. */
  readonly id: number;
  /** What takes the place of the value if the user masks it. */
  readonly mask: string;
}

/** What was found in a message. */
export interface MessageFindings {
  readonly text: FoundInText;
  /** For each context item, in their order. */
  readonly context: readonly FoundInText[];
}

/** What was found in one text. */
export interface FoundInText {
  readonly findings: readonly NumberedFinding[];
  /** Whether a part of the text was not checked. */
  readonly isPartial: boolean;
}

/** What was found, in the display language: “AWS key”. */
export function findingName({ kind, subject = '' }: Pick<Finding, 'kind' | 'subject'>): string {
  switch (kind) {
    case 'key':
      return l10n.t('{0} key', subject);
    case 'token':
      return l10n.t({
        message: '{0} token',
        args: [subject],
        comment: 'A secret of the service {0}',
      });
    case 'webhook':
      return l10n.t('{0} webhook', subject);
    case 'login':
      return l10n.t('password in an address');
    case 'privateKey':
      return l10n.t('private key');
    case 'ownKey':
      return l10n.t('API key or header of a connection');
    case 'variable':
      return l10n.t('value of {0} in a .env file', subject);
    case 'hidden':
      return l10n.t('invisible characters ({0})', subject);
    case 'direction':
      return l10n.t('characters that change the text direction ({0})', subject);
  }
}

/** Each different name once, in their order. */
export function findingNames(findings: readonly Pick<Finding, 'kind' | 'subject'>[]): string {
  return [...new Set(findings.map(findingName))].join(', ');
}

/** A value that was found, and what it is, in the display language. */
export interface FoundValue {
  readonly value: string;
  readonly name: string;
}

/** Each value that was found in a message, once. */
export function foundValues(
  message: UserMessage,
  { text, context }: MessageFindings,
): readonly FoundValue[] {
  const texts = [message.text, ...message.context.map((item) => item.text)];
  const names = new Map(
    [text, ...context].flatMap(({ findings }, part) =>
      findings.map((finding) => [
        texts[part]?.slice(finding.start, finding.end) ?? '',
        findingName(finding),
      ]),
    ),
  );
  return Array.from(names, ([value, name]) => ({ value, name })).filter(
    ({ value }) => value !== '',
  );
}

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
