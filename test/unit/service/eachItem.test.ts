import assert from 'node:assert/strict';
import { eachItem } from '../../../src/service/eachItem.ts';

interface Item {
  readonly n: number;
}

function items(...numbers: readonly number[]): readonly Item[] {
  return numbers.map((n) => ({ n }));
}

async function* batches(
  ...all: readonly (readonly Item[])[]
): AsyncGenerator<readonly Item[], void, undefined> {
  yield* all;
}

async function numbersOf(each: AsyncIterable<Item>): Promise<readonly number[]> {
  const numbers: number[] = [];
  for await (const { n } of each) {
    numbers.push(n);
  }
  return numbers;
}

describe('eachItem', () => {
  it('gives the items of all batches in order, empty ones too', async () => {
    const each = eachItem(batches([], items(1, 2), [], [], items(3), []));
    assert.deepEqual(await numbersOf(each), [1, 2, 3]);
    assert.deepEqual(await each.next(), { done: true, value: undefined });
  });

  it('gives each item once, in order, to those who ask before it has come', async () => {
    const each = eachItem(batches(items(1, 2), items(3), items(4, 5)));
    const results = await Promise.all(Array.from({ length: 7 }, () => each.next()));
    assert.deepEqual(
      results.map(({ value }) => value?.n),
      [1, 2, 3, 4, 5, undefined, undefined],
    );
  });

  it('asks for no batch before the first item is wanted', async () => {
    let began = false;
    async function* first(): AsyncGenerator<readonly Item[], void, undefined> {
      began = true;
      yield items(1);
    }
    const each = eachItem(first());
    await Promise.resolve();
    assert.equal(began, false);
    await each.next();
    assert.equal(began, true);
  });

  it('ends the batches when the loop is left, and drops what waits', async () => {
    let ended = false;
    async function* watched(): AsyncGenerator<readonly Item[], void, undefined> {
      try {
        yield items(1, 2, 3);
      } finally {
        ended = true;
      }
    }
    const each = eachItem(watched());
    for await (const { n } of each) {
      assert.equal(n, 1);
      break;
    }
    assert.equal(ended, true);
    assert.deepEqual(await each.next(), { done: true, value: undefined });
  });

  it('gives what came before a failure, then the failure, then the end', async () => {
    async function* failing(): AsyncGenerator<readonly Item[], void, undefined> {
      yield items(1, 2);
      throw new Error('no more');
    }
    const each = eachItem(failing());
    assert.equal((await each.next()).value?.n, 1);
    assert.equal((await each.next()).value?.n, 2);
    await assert.rejects(each.next(), /no more/);
    assert.deepEqual(await each.next(), { done: true, value: undefined });
  });

  it('throws the abort in place of items that wait', async () => {
    const controller = new AbortController();
    const each = eachItem(batches(items(1, 2, 3)), controller.signal);
    await each.next();
    controller.abort(new Error('enough'));
    await assert.rejects(each.next(), { name: 'ServiceError', kind: 'aborted' });
    assert.deepEqual(await each.next(), { done: true, value: undefined });
  });
});
