/** What a person can do about a failed reply. */
export type ErrorAction =
  | 'retry'
  | 'retryLater'
  | 'sendRenamed'
  | 'sendWithout'
  | 'useNearest'
  | 'setKey'
  | 'chooseModel'
  | 'chooseConnection'
  | 'certificateSettings'
  | 'timeoutSettings'
  | 'showLog';

/** A headline, what to do about it in words, and at most two ways on, the likeliest first. */
export type Advice = readonly [title: string, advice: string, ...actions: ErrorAction[]];
