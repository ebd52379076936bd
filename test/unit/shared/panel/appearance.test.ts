import assert from 'node:assert/strict';
import { readAppearance } from '../../../../src/shared/panel/panelState.ts';

describe('readAppearance', () => {
  it('takes a font, a size that can be read, and a density', () => {
    assert.deepEqual(readAppearance(' Georgia, serif ', 15.5, 'compact'), {
      fontFamily: 'Georgia, serif',
      fontSizePx: 15.5,
      density: 'compact',
    });
  });

  it('leaves out what is VS Code’s own, or no possible value', () => {
    const nothing = { fontFamily: undefined, fontSizePx: undefined, density: undefined };
    for (const given of [
      ['default', undefined, 'comfy'],
      ['  ', 5, 1],
      [undefined, 101, undefined],
      [['Arial'], '13', null],
      [{}, Number.NaN, {}],
    ]) {
      assert.deepEqual(readAppearance(given[0], given[1], given[2]), nothing);
    }
  });
});
