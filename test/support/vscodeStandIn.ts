import * as translation from '@vscode/l10n';

/**
 * Stands in for the `vscode` module where there is no VS Code: what modules of the host read of it while
 * they load, texts, which are not translated, and classes that values are compared with. A test that needs
 * more of VS Code belongs into `test/host`.
 */
/** A test may give it a `bundle`. */
export const l10n = { ...translation };
export const version = '1.104.0';
export const ColorThemeKind = { Light: 1, Dark: 2, HighContrast: 3, HighContrastLight: 4 };
export const Uri = URL;
