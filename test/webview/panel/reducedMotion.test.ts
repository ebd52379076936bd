import { icon } from '../../../src/webview/dom/element.ts';
import { until } from '../../support/until.ts';
import { equal } from '../assert.ts';
import { nextFrame, openPanel } from '../openPanel.ts';

declare global {
  interface Window {
    /** Put into the page by the runner: whether the system asks for less motion. */
    readonly reduceMotion: (isReduced: boolean) => Promise<void>;
  }
}

const running = (): number => document.getAnimations().length;

describe('motion', () => {
  beforeEach(async () => {
    const panel = openPanel();
    const waiting = icon('loading');
    waiting.classList.add('codicon-modifier-spin');
    panel.root.append(waiting);
    await nextFrame();
    await until('a sign of waiting that moves', () => running() === 1);
  });

  it('stops if the system asks for less', async () => {
    await window.reduceMotion(true);
    try {
      await until('nothing moves', () => running() === 0);
    } finally {
      await window.reduceMotion(false);
    }
    await until('it moves again', () => running() === 1);
  });

  it('stops if a setting of VS Code asks for less', () => {
    document.body.classList.add('vscode-reduce-motion');
    const moving = running();
    document.body.classList.remove('vscode-reduce-motion');
    equal([moving, running()], [0, 1]);
  });
});
