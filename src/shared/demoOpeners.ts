import * as l10n from '@vscode/l10n';

/** The messages with which a chat with the demo can begin. `demo-tour` has a reply for each. */
export interface DemoOpeners {
  readonly tour: string;
  readonly formats: string;
  readonly error: string;
}

/** The messages in the display language. */
export function demoOpeners(): DemoOpeners {
  return {
    tour: l10n.t('Show me around'),
    formats: l10n.t('Code, tables and math'),
    error: l10n.t('An error, and what you can do'),
  };
}
