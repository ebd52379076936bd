/** User settings of a calm VS Code: nothing asks, nothing updates or downloads. */
export const calmSettings = {
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'security.workspace.trust.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'extensions.autoCheckUpdates': false,
  'typescript.disableAutomaticTypeAcquisition': true,
} as const;

/** With these, Parley is the only chat in sight. It shows itself in the side bar when it is first active. */
export const onlyParley = {
  'workbench.secondarySideBar.defaultVisibility': 'hidden',
  'chat.disableAIFeatures': true,
} as const;
