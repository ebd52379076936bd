import * as vscode from 'vscode';

/** What the work behind a progress notification is given. */
interface Progress {
  /** Aborted when the user chooses Cancel. */
  readonly signal: AbortSignal;
  /** Shows `message` after the title and moves the bar on by `increment` percent. */
  readonly report: (message: string, increment?: number) => void;
}

/**
 * Runs `work` while a notification with a Cancel button shows `title`. Gives what `work` gives. Throws what
 * `work` throws, unless the user has cancelled before: then the result is undefined.
 */
export async function withProgress<T>(
  title: string,
  work: (progress: Progress) => Promise<T>,
): Promise<T | undefined> {
  const location = vscode.ProgressLocation.Notification;
  return vscode.window.withProgress(
    { location, title, cancellable: true },
    async (progress, token) => {
      const abort = new AbortController();
      token.onCancellationRequested(() => abort.abort());
      try {
        return await work({
          signal: abort.signal,
          report: (message, increment) => progress.report({ message, increment }),
        });
      } catch (error) {
        if (abort.signal.aborted) {
          return undefined;
        }
        throw error;
      }
    },
  );
}
