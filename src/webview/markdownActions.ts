import { codeUnder, copyCodeSelector } from './codeBlock.ts';
import { confirmCopy } from './confirmCopy.ts';
import { linkTarget } from './linkTarget.ts';

/** What a click inside rendered markdown may ask for. */
export interface MarkdownActions {
  /** A link was clicked; `href` is http, https or mailto. */
  readonly onOpenLink?: ((href: string) => void) | undefined;
  /** The text of a code block is to be copied. */
  readonly onCopy?: ((text: string) => void) | undefined;
}

/** One pair of listeners for everything inside `target`, now and later. */
export function handleMarkdownClicks(target: HTMLElement, actions: MarkdownActions): void {
  const onClick = (event: Event): void => {
    const clicked = event.target instanceof Element ? event.target : undefined;
    const link = clicked?.closest('a');
    const copy = clicked?.closest(copyCodeSelector);
    if (link) {
      // VS Code's own handler further up would open the link a second time.
      event.preventDefault();
      event.stopPropagation();
      openLink(link.href, actions);
    } else if (copy) {
      actions.onCopy?.(codeUnder(copy));
      confirmCopy(copy);
    }
  };
  target.addEventListener('click', onClick);
  target.addEventListener('auxclick', onClick);
}

function openLink(href: string, { onOpenLink }: MarkdownActions): void {
  const url = linkTarget(href);
  if (url !== undefined) {
    onOpenLink?.(url.href);
  }
}
