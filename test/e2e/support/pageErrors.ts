import type { BrowserContext } from 'playwright-core';
import { failureText, screenText } from '../../launch/run/failureText.ts';

/** The errors that scripts of Parley's pages throw or write to the console from now on, as they come. */
export function recordPageErrors(context: BrowserContext): readonly string[] {
  const errors: string[] = [];
  context.on('weberror', (webError) => {
    const error = webError.error();
    if (error.stack?.includes(ownScripts) === true) {
      errors.push(failureText('An error in a page', error));
    }
  });
  context.on('console', (message) => {
    if (message.type() === 'error' && message.location().url.includes(ownScripts)) {
      errors.push(screenText(message.text()));
    }
  });
  return errors;
}

/** In the addresses of Parley's scripts, and of nothing else in the window. */
const ownScripts = '/dist/webview/';
