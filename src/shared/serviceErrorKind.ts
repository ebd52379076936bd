/** Why a request failed; decides what the user is told to do. */
export type ServiceErrorKind =
  | 'aborted'
  | 'timeout'
  | 'network'
  | 'auth'
  | 'notFound'
  | 'rateLimited'
  | 'quota'
  | 'badRequest'
  | 'contextTooLong'
  | 'server'
  | 'protocol'
  | 'stream';
