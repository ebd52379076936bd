import { setDisplayLanguage } from '../../../src/shared/language.ts';
import type { PanelSettings } from '../../../src/shared/panel/panelState.ts';
import { equal } from '../assert.ts';
import { nextFrame, openPanel, type OpenPanel } from '../openPanel.ts';
import { typeText } from '../realKeyboard.ts';

const ids = [
  'gpt-5-mini',
  'qwen2.5-coder-32b',
  'meta-llama/Llama-3.3-70B-Instruct',
  'accounts/fireworks/models/qwen3-coder-480b-a35b-instruct-fp8',
];

async function shown(model: string, own: PanelSettings['target'] | object = {}) {
  const panel = openPanel();
  const context = { tokens: 32_768, source: 'list' } as const;
  panel.snapshot([], { target: { connection: 'Local', model, context, ...own } });
  panel.box.focus();
  await typeText('word word word');
  await nextFrame();
  return panel;
}

function isShown(panel: OpenPanel, selector: string): boolean {
  return panel.root.querySelector(selector)?.checkVisibility() === true;
}

/** Width of the letters of the name that are in sight, in pixels. */
function nameWidth(panel: OpenPanel): number {
  return panel.get('.model-name').clientWidth;
}

/** Buttons and texts of the bar that are cut. */
function cut(panel: OpenPanel): readonly string[] {
  return [...panel.get('.composer-bar').querySelectorAll<HTMLElement>('*')]
    .filter((node) => node.checkVisibility() && !node.matches('.model-name, .model-button'))
    .filter(({ scrollWidth, clientWidth }) => clientWidth > 0 && scrollWidth > clientWidth + 1)
    .map(({ className }) => className);
}

describe('the bar of the input box', () => {
  afterEach(async () => {
    setDisplayLanguage({ tag: 'en', translations: undefined });
    await window.setPageWidth();
  });

  for (const width of [300, 420]) {
    for (const model of ids) {
      it(`gives ${model.length} characters the room, ${width} pixels`, async () => {
        await window.setPageWidth(width);
        const panel = await shown(model);
        const name = panel.get('.model-name');
        const isComplete = name.scrollWidth <= name.clientWidth;
        const gives = ['.parameters-label', '.context-share', '.preview-action', '.context-meter'];
        equal(isComplete || !gives.some((selector) => isShown(panel, selector)), true);
        // Four buttons of 24 or 28 pixels, and what is around them.
        equal(isComplete || nameWidth(panel) >= width - 200, true, `${nameWidth(panel)}`);
        equal(cut(panel), []);
        equal(panel.get('.composer-bar').scrollWidth <= panel.get('.composer').clientWidth, true);
        for (const always of [
          '[aria-label="Add to Chat…"]',
          '.parameters-button',
          '.send-button',
        ]) {
          equal(isShown(panel, always), true, always);
        }
      });
    }
  }

  for (const width of [300, 420]) {
    it(`leaves no word of a longer language cut, ${width} pixels`, async () => {
      const translations = {
        'default/No parameter of the request is set.': 'Standardeinstellungen',
      };
      setDisplayLanguage({ tag: 'de', translations });
      await window.setPageWidth(width);
      for (const model of ids) {
        const panel = await shown(model);
        const label = panel.get('.parameters-label');
        equal(label.textContent, 'Standardeinstellungen');
        equal(
          isShown(panel, '.parameters-label') && label.scrollWidth > label.clientWidth + 1,
          false,
        );
        equal(cut(panel), []);
      }
    });
  }

  it('shows everything where there is room', async () => {
    await window.setPageWidth(900);
    const panel = await shown(ids[3] ?? '');
    for (const part of ['.parameters-label', '.context-share', '.preview-action', 'meter']) {
      equal(isShown(panel, part), true, part);
    }
  });

  it('gives way as the panel becomes narrower, the label of the parameters first', async () => {
    const panel = await shown(ids[1] ?? '');
    const parts = ['.parameters-label', '.context-share', '.preview-action', '.context-meter'];
    let before = parts.length;
    for (let width = 480; width >= 270; width -= 10) {
      await window.setPageWidth(width);
      await nextFrame();
      const there = parts.map((part) => isShown(panel, part));
      equal(
        there,
        parts.map((_, index) => index >= parts.length - there.filter(Boolean).length),
      );
      const count = there.filter(Boolean).length;
      equal(count <= before, true, `${width}`);
      before = count;
    }
    equal(before < parts.length, true);
  });

  it('still shows a context that is nearly full, and that parameters are set', async () => {
    await window.setPageWidth(300);
    const panel = await shown(ids[3] ?? '', {
      context: { tokens: 2, source: 'list' },
      parameters: { temperature: 0.5, top_p: 0.5 },
    });
    equal(isShown(panel, '.context-meter.over meter'), true);
    const { content } = getComputedStyle(panel.get('.parameters-button'), '::after');
    equal(content, '""');
    equal(cut(panel), []);
  });

  it('fits again once a font is there that makes parts wider', async () => {
    await window.setPageWidth(420);
    const panel = await shown('m1');
    equal(isShown(panel, '.parameters-label'), true);
    panel.get('.send-button').style.marginInlineStart = '200px';
    equal(isShown(panel, '.parameters-label'), true);
    document.fonts.dispatchEvent(new Event('loadingdone'));
    equal(isShown(panel, '.parameters-label'), false);
  });

  it('fits again after another model is chosen and after the font has changed', async () => {
    await window.setPageWidth(420);
    const panel = await shown(ids[3] ?? '');
    equal(isShown(panel, '.parameters-label'), false);
    panel.tell({ kind: 'settings', settings: { target: { connection: 'Local', model: 'm1' } } });
    equal(isShown(panel, '.parameters-label'), true);
    const target = { connection: 'Local', model: ids[1] };
    panel.tell({ kind: 'settings', settings: { target, appearance: { fontSizePx: 30 } } });
    equal(isShown(panel, '.parameters-label'), false);
  });
});
