declare global {
  interface Window {
    /** Put into the page by the runner: a key as the user presses it, such as `Shift+Enter`. */
    readonly pressKey: (key: string) => Promise<void>;
    /** Put into the page by the runner: text as the user types it. */
    readonly typeText: (text: string) => Promise<void>;
  }
}

/** Presses a key with the browser's own keyboard. */
export async function pressKey(key: string): Promise<void> {
  await window.pressKey(key);
}

/** Types text with the browser's own keyboard. */
export async function typeText(text: string): Promise<void> {
  await window.typeText(text);
}
