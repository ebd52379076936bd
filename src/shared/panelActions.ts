/** The intents that carry nothing but their name. */
export const panelActions = [
  'ready',
  'focused',
  'blurred',
  'stop',
  'sendNow',
  'newChat',
  'keepChat',
  'chooseModel',
  'manageConnections',
  'connect',
  'useLocalServer',
  'tryDemo',
  'setKey',
  'showLog',
  'chooseConnection',
  'certificateSettings',
  'timeoutSettings',
  'forgetRequestChanges',
  'sendQueued',
  'unqueue',
  'exportChat',
  'leave',
] as const;

/** An intent that carries nothing but its name. */
export type PanelAction = (typeof panelActions)[number];
