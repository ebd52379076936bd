import * as translation from '@vscode/l10n';

/**
 * Stands in for the `vscode` module where there is no VS Code: what modules of the host read of it while
 * they load, texts, which are not translated, and classes that values are compared with. A test that needs
 * more of VS Code belongs into `test/host`.
 */
/** A test may give it a `bundle`. */
export const l10n = { ...translation };
/** A test may give it another `language`. */
export const env = { language: 'en' };
export const version = '1.104.0';
export const ColorThemeKind = { Light: 1, Dark: 2, HighContrast: 3, HighContrastLight: 4 };
export const Uri = URL;

export const LanguageModelChatMessageRole = { User: 1, Assistant: 2 };

export class LanguageModelTextPart {
  readonly value: string;

  constructor(value: string) {
    this.value = value;
  }
}

export class LanguageModelPromptTsxPart {
  readonly value: unknown;

  constructor(value: unknown) {
    this.value = value;
  }
}

/** Not in VS Code's types. */
export class LanguageModelThinkingPart {
  readonly value: string | readonly string[];

  constructor(value: string | readonly string[]) {
    this.value = value;
  }
}

export class LanguageModelDataPart {
  readonly data: Uint8Array;
  readonly mimeType: string;

  constructor(data: Uint8Array, mimeType: string) {
    this.data = data;
    this.mimeType = mimeType;
  }
}

export class LanguageModelToolCallPart {
  readonly callId: string;
  readonly name: string;
  readonly input: object;

  constructor(callId: string, name: string, input: object) {
    this.callId = callId;
    this.name = name;
    this.input = input;
  }
}

export class LanguageModelToolResultPart {
  readonly callId: string;
  readonly content: readonly unknown[];

  constructor(callId: string, content: readonly unknown[]) {
    this.callId = callId;
    this.content = content;
  }
}

export class LanguageModelError extends Error {
  readonly code: string;

  private constructor(code: string, message?: string) {
    super(message);
    this.code = code;
  }

  static NoPermissions(message?: string): LanguageModelError {
    return new LanguageModelError('NoPermissions', message);
  }

  static Blocked(message?: string): LanguageModelError {
    return new LanguageModelError('Blocked', message);
  }

  static NotFound(message?: string): LanguageModelError {
    return new LanguageModelError('NotFound', message);
  }
}

export class CancellationError extends Error {}

/** The values of the user's own settings, by name. Tests set them. */
export const userSettings = new Map<string, unknown>();

export const workspace = {
  getConfiguration: (section: string) => ({
    inspect: (key: string) => ({ globalValue: userSettings.get(`${section}.${key}`) }),
  }),
};

export const QuickPickItemKind = { Separator: -1, Default: 0 };

export class ThemeIcon {
  readonly id: string;

  constructor(id: string) {
    this.id = id;
  }
}

export const StatusBarAlignment = { Left: 1, Right: 2 };

/** The items of the status bar that were made, the last one last. */
export const statusBarItems: Record<string, unknown>[] = [];

export const window = {
  createStatusBarItem() {
    const item = { show: () => {}, dispose: () => {} };
    statusBarItems.push(item);
    return item;
  },
};
