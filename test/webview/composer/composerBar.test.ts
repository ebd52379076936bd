import type { PanelSettings } from '../../../src/shared/panel/panelState.ts';
import { equal } from '../assert.ts';
import { nextFrame, openPanel, type OpenPanel } from '../openPanel.ts';
import { typeText } from '../realKeyboard.ts';

const ids = [
  'gpt-5-mini',
  'qwen2.5-coder-32b',
  'meta-llama/Llama-3.3-70B-Instruct-Turbo',
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

/** The texts of the bar that are not shown to their end. */
function cut(panel: OpenPanel): readonly string[] {
  return [...panel.get('.composer-bar').querySelectorAll<HTMLElement>('*')]
    .filter(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth + 1 && clientWidth > 0)
    .map(({ className }) => className)
    .filter((name) => name !== 'model-button');
}

/** In pixels. */
const middleOf = (node: HTMLElement) => {
  const { top, height } = node.getBoundingClientRect();
  return top + height / 2;
};

const parts = [
  '[aria-label="Add to Chat…"]',
  '.model-button',
  '.parameters-button',
  '.context-meter',
  '[aria-label="Preview Request"]',
  '.send-button',
];

describe('the bar of the input box', () => {
  afterEach(async () => window.setPageWidth());

  for (const width of [300, 420, 900]) {
    for (const model of ids) {
      it(`has everything in one line, and cuts only ${model}, ${width} pixels`, async () => {
        await window.setPageWidth(width);
        const panel = await shown(model, { parameters: { temperature: 0.5 } });
        const bar = panel.get('.composer-bar');
        equal(bar.scrollWidth <= bar.clientWidth, true);
        const middle = middleOf(panel.get('.send-button'));
        for (const part of parts) {
          equal(Math.abs(middleOf(panel.get(part)) - middle) < 2, true, part);
          equal(panel.get(part).offsetWidth >= 20, true, part);
        }
        equal(
          cut(panel).every((name) => /^model-(?:id|name)$/.test(name)),
          true,
        );
      });
    }
  }

  it('shows the whole name where there is room', async () => {
    await window.setPageWidth(900);
    const panel = await shown(ids[3] ?? '');
    equal(cut(panel), []);
    equal(panel.get('.model-button').textContent.trim(), ids[3]);
  });

  it('leaves out the owner of a model before a letter of its name', async () => {
    await window.setPageWidth(450);
    const panel = await shown(ids[2] ?? '');
    equal(cut(panel), []);
    const { bottom } = panel.get('.model-id').getBoundingClientRect();
    equal(panel.get('.model-id > :first-child').getBoundingClientRect().top >= bottom, true);
  });

  it('takes two lines where the name would have next to no room', async () => {
    await window.setPageWidth(150);
    const panel = await shown(ids[2] ?? '');
    const bar = panel.get('.composer-bar');
    equal(bar.scrollWidth <= bar.clientWidth, true);
    equal(panel.get('.model-button').offsetWidth >= 72, true);
    equal(middleOf(panel.get('.send-button')) > middleOf(panel.get('.model-button')) + 20, true);
  });

  it('marks that parameters are set', async () => {
    const mark = (panel: OpenPanel) =>
      getComputedStyle(panel.get('.parameters-button'), '::after').content;
    equal(mark(await shown('m1')), 'none');
    equal(mark(await shown('m1', { parameters: { temperature: 0.5 } })), '""');
  });
});
