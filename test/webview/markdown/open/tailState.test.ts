import { BlockCommitter } from '../../../../src/webview/markdown/blockCommitter.ts';
import { OpenBlock } from '../../../../src/webview/markdown/open/openBlock.ts';
import {
  closed,
  emptyTail,
  opened,
  sourceOf,
  type TailState,
  withPart,
  withSource,
} from '../../../../src/webview/markdown/open/tailState.ts';
import { createSourceBlock } from '../../../../src/webview/markdown/sourceBlock.ts';
import { equal } from '../../assert.ts';

const block = new OpenBlock(new BlockCommitter(document.createElement('div'), () => undefined));

describe('the state of a tail', () => {
  it('gives all of an open block back to the tail, with the text before it', () => {
    const start: TailState = { ...emptyTail, tail: '- a\n- b\n- c', before: 'src/a.ts:' };
    const one = withPart(start, opened(start, block), 4, '- a');
    const two = one.open && withPart(one, one.open, 4, '- b');
    equal([one.tail, one.open?.text], ['- b\n- c', '- a\n']);
    equal([two?.tail, two?.open?.text, two?.before], ['- c', '- a\n- b\n', '- b']);
    equal(two && closed(two), { ...start, open: undefined, mayOpen: false });
    equal(start.tail, '- a\n- b\n- c', 'no step changes the state before it');
  });

  it('leaves a tail without an open block as it is', () => {
    const state = { ...emptyTail, tail: 'text' };
    equal(closed(state) === state, true);
  });

  it('shows the same source however it is split, and gives the text after its end', () => {
    const large = `${'- item\n'.repeat(6000)}\n`;
    for (const length of [large.length, 999, 5000]) {
      let state = sourceOf(createSourceBlock(() => undefined));
      let all = '';
      let after = '';
      for (const piece of `${large}After.`.match(new RegExp(`[^]{1,${length}}`, 'g')) ?? []) {
        const step = state.source && withSource(state, state.source, piece);
        all += step?.shown ?? '';
        after += step?.rest ?? piece;
        state = step?.state ?? state;
      }
      equal([all, after, state.source], [large.trimEnd() + '\n', '\nAfter.', undefined]);
    }
  });
});
