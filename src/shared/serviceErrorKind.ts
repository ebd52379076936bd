/** Why a request failed; decides what the user is told to do. */
export const serviceErrorKinds = [
  'aborted',
  'timeout',
  'network',
  'auth',
  'notFound',
  'rateLimited',
  'quota',
  'badRequest',
  'contextTooLong',
  'server',
  'protocol',
  'stream',
] as const;

/** One of the reasons why a request failed. */
export type ServiceErrorKind = (typeof serviceErrorKinds)[number];
