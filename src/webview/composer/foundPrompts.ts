import type { FoundPrompt, ViewToHost } from '../../shared/panel/panelProtocol.ts';
import { isSlashName } from './slashCommands.ts';

/** The prompts that are offered after `/`. The host is asked for them each time a `/` begins a message. */
export class FoundPrompts {
  readonly #post: (intent: ViewToHost) => void;
  readonly #onFound: () => void;
  #prompts: readonly FoundPrompt[] = [];
  #wasSlash = false;
  #isAwaited = false;

  /** `onFound` is called when the host has answered. */
  constructor(post: (intent: ViewToHost) => void, onFound: () => void) {
    this.#post = post;
    this.#onFound = onFound;
  }

  /** Those that are known. */
  get all(): readonly FoundPrompt[] {
    return this.#prompts;
  }

  /** Whether the text may be the name of a prompt that the host has not named yet. It must not be sent by mistake. */
  mayBecome(text: string): boolean {
    return this.#isAwaited && text.length > 1 && isSlashName(text);
  }

  /** Called when the text of the box has changed. */
  look(text: string): void {
    const isSlash = isSlashName(text);
    if (isSlash && !this.#wasSlash) {
      this.#isAwaited = true;
      this.#post({ kind: 'findPrompts' });
    }
    this.#wasSlash = isSlash;
  }

  found(prompts: readonly FoundPrompt[]): void {
    this.#prompts = prompts;
    this.#isAwaited = false;
    this.#onFound();
  }
}
