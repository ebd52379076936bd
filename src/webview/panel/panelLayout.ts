import { element, icon } from '../dom/element.ts';

/** The fixed parts of the panel; everything else is put into them. */
export interface PanelLayout {
  readonly root: HTMLElement;
  /** The only part that scrolls. What is put after it stands over it. */
  readonly scroller: HTMLElement;
  readonly content: HTMLElement;
  /** What every request begins with, where there is such a thing. */
  readonly preamble: HTMLElement;
  readonly welcome: HTMLElement;
  /** Leads back to the end; the one who follows the end decides when it shows. */
  readonly latest: HTMLButtonElement;
  readonly footer: HTMLElement;
  /** What is put here is read out by a screen reader. */
  readonly announcer: HTMLElement;
}

/** Puts the empty parts into `root`. */
export function createPanelLayout(root: HTMLElement): PanelLayout {
  const welcome = element('div', { class: 'welcome' });
  const preamble = element('div', { class: 'preamble' });
  const content = element('div', { class: 'content' }, [preamble, welcome]);
  const scroller = element(
    'main',
    { class: 'scroller', 'aria-label': 'Conversation', tabindex: '0' },
    [content],
  );
  scroller.addEventListener('keydown', (event) => {
    // `vscode-button` acts on the space bar but does not keep it from scrolling.
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
    'aria-label': 'What happens to the reply',
  });
  root.classList.add('panel', 'unready');
  root.append(element('div', { class: 'view' }, [scroller]), footer, announcer);
  return { root, scroller, content, preamble, welcome, latest, footer, announcer };
}
