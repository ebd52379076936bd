import * as l10n from '@vscode/l10n';
import { element, icon } from '../dom/element.ts';

/** The fixed elements of the panel, into which the views are put. */
export interface PanelLayout {
  readonly root: HTMLElement;
  /** The only element of the page that scrolls. Siblings after it lie over it. */
  readonly scroller: HTMLElement;
  readonly content: HTMLElement;
  /** The place of the system prompt. */
  readonly preamble: HTMLElement;
  readonly welcome: HTMLElement;
  /** The button that scrolls to the end. */
  readonly latest: HTMLButtonElement;
  readonly footer: HTMLElement;
  /** A live region, which screen readers read out. */
  readonly announcer: HTMLElement;
}

/** Puts the empty elements into `root`. */
export function createPanelLayout(root: HTMLElement): PanelLayout {
  const welcome = element('div', { class: 'welcome' });
  const preamble = element('div', { class: 'preamble' });
  const content = element('div', { class: 'content' }, [preamble, welcome]);
  const heading = element('h1', { class: 'visually-hidden', id: 'chat-heading' }, [l10n.t('Chat')]);
  const scroller = element(
    'main',
    { class: 'scroller', 'aria-labelledby': heading.id, tabindex: '0' },
    [heading, content],
  );
  scroller.addEventListener('keydown', (event) => {
    // `vscode-button` handles the space bar but does not keep it from scrolling.
    if (
      event.key === ' ' &&
      event.target instanceof Element &&
      event.target.matches('vscode-button')
    ) {
      event.preventDefault();
    }
  });
  const latest = element('button', { class: 'latest', type: 'button', hidden: '' }, [
    icon('arrow-down'),
  ]);
  const footer = element('footer', { class: 'footer' }, [latest]);
  const announcer = element('div', {
    class: 'visually-hidden',
    role: 'log',
    'aria-live': 'polite',
    'aria-label': l10n.t('Status of the reply'),
  });
  root.classList.add('panel', 'unready');
  root.append(element('div', { class: 'view' }, [scroller]), footer, announcer);
  return { root, scroller, content, preamble, welcome, latest, footer, announcer };
}
