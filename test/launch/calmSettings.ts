/** User settings of a calm VS Code: nothing asks, nothing updates or downloads, Parley has its side bar alone. */
export const calmSettings = {
  'workbench.startupEditor': 'none',
  'workbench.tips.enabled': false,
  'workbench.secondarySideBar.defaultVisibility': 'visible',
  'security.workspace.trust.enabled': false,
  'telemetry.telemetryLevel': 'off',
  'update.mode': 'none',
  'extensions.autoCheckUpdates': false,
  'chat.disableAIFeatures': true,
  'typescript.disableAutomaticTypeAcquisition': true,
} as const;
