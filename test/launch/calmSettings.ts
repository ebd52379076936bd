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

/** With these, Parley has the secondary side bar for itself, which VS Code's own chat has otherwise. */
export const parleyInSight = {
  'workbench.secondarySideBar.defaultVisibility': 'visible',
  'chat.disableAIFeatures': true,
} as const;
