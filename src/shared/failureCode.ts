/** Codes that Parley gives to failures for which neither the service nor the system has one. */
export const failureCode = {
  /** No reply began in time. */
  firstByteTimeout: 'FIRST_BYTE_TIMEOUT',
  /** A reply began and then paused for too long. */
  idleTimeout: 'IDLE_TIMEOUT',
  /** A web page came where the interface has JSON or an event stream. */
  webPage: 'WEB_PAGE',
  /** The service sent the request on to another address. */
  redirect: 'REDIRECT',
  /** The `fetch` of a browser failed, which keeps to itself why. */
  browserFetchFailed: 'BROWSER_FETCH_FAILED',
  /** A key that was kept is no longer given by the secret store. */
  keyLost: 'KEY_LOST',
  /** The connection was moved to another origin, for which no key has been set. */
  keyMoved: 'KEY_FOR_OTHER_ADDRESS',
} as const;
