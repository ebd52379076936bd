import assert from 'node:assert/strict';
import type { Figure } from '../../bench/figure.ts';
import type { Measurement } from '../../bench/measurement.ts';
import { runMeasurements, type Row } from '../../bench/runMeasurements.ts';
import { tableOf } from '../../bench/table.ts';

describe('runMeasurements', () => {
  it('goes on after a measurement that fails, and says why it failed', async () => {
    const { rows, saved, screen } = await run([of('one'), of('broken'), of('two')], {
      measure: async ({ word }) => {
        if (word === 'broken') {
          throw new Error('It broke.');
        }
        return [aFigure(word)];
      },
    });
    assert.deepEqual(
      rows.map(({ word, figures }) => [word, figures.length]),
      [
        ['one', 1],
        ['broken', 0],
        ['two', 1],
      ],
    );
    assert.match(rows[1]?.failure ?? '', /^broken\nError: It broke\.\n/);
    assert.deepEqual(saved, rows);
    assert.match(tableOf(rows), /^one .*\nbroken +FAILED +Error: It broke\.\ntwo .*\n$/);
    assert.match(screen, /^1\/3 one … \d+ s\n2\/3 broken … failed after \d+ s\nbroken\nError/);
  });

  it('prepares once what several need, and fails those that lack it', async () => {
    const asked: string[] = [];
    const { rows } = await run([of('a', 'peers'), of('b', 'chats'), of('c', 'peers')], {
      prepare: async (need) => {
        asked.push(need);
        if (need === 'peers') {
          throw new Error('No network.');
        }
      },
    });
    assert.deepEqual(asked, ['peers', 'chats']);
    assert.deepEqual(
      rows.map(({ failure }) => failure?.split('\n')[1]),
      ['Error: No network.', undefined, 'Error: No network.'],
    );
  });
});

type Bench = Parameters<typeof runMeasurements>[1];

async function run(measurements: readonly Measurement[], bench: Partial<Bench>) {
  let saved: readonly Row[] = [];
  let screen = '';
  const rows = await runMeasurements(measurements, {
    prepare: async () => {},
    measure: async ({ word }) => [aFigure(word)],
    save: async (rows) => void (saved = [...rows]),
    write: (text) => void (screen += text),
    ...bench,
  });
  return { rows, saved, screen };
}

function of(word: string, ...needs: Measurement['needs']): Measurement {
  return { word, about: word, minutes: [1, 1], needs, measure: async () => [] };
}

function aFigure(name: string): Figure {
  return { name, ratio: 1, goal: null, met: true, unit: '×', arms: {} };
}
