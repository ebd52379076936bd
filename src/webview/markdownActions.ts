import { handleCodeClick, type CodeActions } from './codeActions.ts';
import { handleFootnoteClick } from './footnotes.ts';
import { linkTarget } from '../markdown/linkTarget.ts';

/** What a click inside rendered markdown may ask for. */
export interface MarkdownActions extends CodeActions {
  /** A link was clicked; `href` is http, https or mailto. */
  readonly onOpenLink?: ((href: string) => void) | undefined;
}

/** One pair of listeners for everything inside `target`, now and later. */
export function handleMarkdownClicks(target: HTMLElement, actions: MarkdownActions): void {
  const onClick = (event: Event): void => {
    const clicked = event.target instanceof Element ? event.target : undefined;
    const link = clicked?.closest('a');
    if (link) {
      // VS Code's own handler further up would open the link a second time.
      event.preventDefault();
      event.stopPropagation();
      openLink(link.href, actions);
    } else if (clicked && event.type === 'click') {
      handleCodeClick(clicked, actions);
      handleFootnoteClick(clicked, target);
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
