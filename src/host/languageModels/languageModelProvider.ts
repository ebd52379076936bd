import * as vscode from 'vscode';
import { loadOnce } from '../base/loadOnce.ts';
import { messageOf } from '../base/errorMessage.ts';
import type { LanguageModels } from './createLanguageModels.ts';
import type { OfferedModel } from './offeredModels.ts';
import type { LanguageModelServices } from './services.ts';

/** Of the manifest. Other extensions select Parley's models by it. */
const vendor = 'parley';

/** What this needs of the rest of Parley. */
export interface ProviderServices extends Pick<
  LanguageModelServices,
  'models' | 'consents' | 'log'
> {
  /** Whether a connection in the settings is offered to VS Code. */
  readonly isOffering: () => boolean;
  readonly load: () => Promise<LanguageModels>;
}

/**
 * Offers the favourite models of chosen connections to VS Code. While no connection is offered, nothing but this is
 * loaded, no model is listed and no request is sent. VS Code may ask for the models before Parley has started; it
 * waits for `start`.
 */
export class LanguageModelProvider
  implements vscode.LanguageModelChatProvider<OfferedModel>, vscode.Disposable
{
  readonly #changed = new vscode.EventEmitter<void>();
  readonly #services: Promise<ProviderServices>;
  #start: (services: ProviderServices) => void = () => {};
  #fail: (error: unknown) => void = () => {};
  readonly #subscriptions: vscode.Disposable[] = [this.#changed];
  /** The rest of this room, loaded when it is first needed. */
  readonly #models: () => Promise<LanguageModels>;
  #loaded: LanguageModels | undefined;
  /** The list that VS Code knows, or has been told to ask for. */
  #known = '[]';

  /** After the list has changed. */
  readonly onDidChangeLanguageModelChatInformation = this.#changed.event;

  constructor() {
    this.#services = new Promise((resolve, reject) => {
      this.#start = resolve;
      this.#fail = reject;
    });
    // Those who await it get the failure; without this, it would also be reported as unhandled.
    this.#services.catch(() => {});
    this.#models = loadOnce(async () => {
      const { load } = await this.#services;
      return (this.#loaded = await load());
    });
  }

  /** Registers the provider. Gives the error where VS Code takes none: browsers and its relatives may lack the function. */
  register(): unknown {
    try {
      this.#subscriptions.push(vscode.lm.registerLanguageModelChatProvider(vendor, this));
      return undefined;
    } catch (error) {
      return error;
    }
  }

  /** Gives the provider the rest of Parley. */
  start(services: ProviderServices): void {
    this.#start(services);
    const look = (): void => {
      this.#tellOfChange().catch((error: unknown) => services.log.warn(messageOf(error)));
    };
    this.#subscriptions.push(
      services.models.onDidChange(look),
      services.consents.onDidChange(look),
      vscode.workspace.onDidChangeConfiguration((event) => {
        if (event.affectsConfiguration('parley.connections')) {
          look();
        }
      }),
    );
  }

  /** Parley could not be started: ends all waits for it with this error. */
  fail(error: unknown): void {
    this.#fail(error);
  }

  /** Asks the user nothing, whatever `options` allow. */
  async provideLanguageModelChatInformation(): Promise<OfferedModel[]> {
    const models = await this.#list();
    this.#known = JSON.stringify(models);
    return [...models];
  }

  async provideLanguageModelChatResponse(
    model: OfferedModel,
    messages: readonly vscode.LanguageModelChatRequestMessage[],
    options: vscode.ProvideLanguageModelChatResponseOptions,
    progress: vscode.Progress<vscode.LanguageModelResponsePart>,
    token: vscode.CancellationToken,
  ): Promise<void> {
    const models = await this.#models();
    await models.respond(model.id, { messages, options }, (part) => progress.report(part), token);
  }

  async provideTokenCount(
    model: OfferedModel,
    text: string | vscode.LanguageModelChatRequestMessage,
  ): Promise<number> {
    return (await this.#models()).countTokens(model.id, text);
  }

  dispose(): void {
    vscode.Disposable.from(...this.#subscriptions).dispose();
    this.#loaded?.dispose();
  }

  async #tellOfChange(): Promise<void> {
    const now = JSON.stringify(await this.#list());
    if (now !== this.#known) {
      this.#known = now;
      this.#changed.fire();
    }
  }

  async #list(): Promise<readonly OfferedModel[]> {
    const { isOffering } = await this.#services;
    return isOffering() ? (await this.#models()).list() : [];
  }
}
