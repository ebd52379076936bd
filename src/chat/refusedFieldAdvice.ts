import type { RefusedField } from '../shared/requestChange.ts';
import type { Advice } from './advice.ts';

/** What is said where the service refuses one field of the request. */
export function refusedFieldAdvice({ name, otherName, isValue }: RefusedField): Advice {
  if (isValue) {
    return [
      `This value of ${name} is refused`,
      `Set another value and send again, or send this message once without ${name}.`,
      'sendWithout',
      'retry',
    ];
  }
  const title = `The service does not take ${name}`;
  const remembered = 'If that is accepted, it is remembered for this connection and model.';
  return otherName === undefined
    ? [
        title,
        `Send without it: its default counts then. ${remembered}`,
        'sendWithout',
        'chooseModel',
      ]
    : [
        title,
        `Send again with ${otherName}, which some models take in its place, or leave it out. ${remembered}`,
        'sendRenamed',
        'sendWithout',
      ];
}
