import assert from 'node:assert/strict';
import type { ChatSummary } from '../../../../src/host/history/chatSummary.ts';
import { removeOldChats, type RetentionServices } from '../../../../src/host/history/retention.ts';

const dayMs = 24 * 60 * 60 * 1000;
const now = 1000 * dayMs;

function aSummary(id: string, ageDays: number, pinned = false): ChatSummary {
  return {
    id,
    title: id,
    createdAt: 0,
    changedAt: now - ageDays * dayMs,
    filesChangedAt: 0,
    turnCount: 1,
    model: 'm1',
    connection: 'Test',
    pinned,
    tags: [],
  };
}

function harness(
  summaries: readonly ChatSummary[],
  {
    agreedDays = undefined as number | undefined,
    answer = true,
    inUse = [] as string[],
    elsewhere = [] as string[],
    openedMeanwhile = '',
  } = {},
) {
  const removed: string[] = [];
  const asked: (readonly string[])[] = [];
  const services: RetentionServices = {
    history: {
      all: async () => summaries.filter(({ id }) => !removed.includes(id)),
      touch: () => {},
    },
    store: { remove: async (id) => void removed.push(id) },
    isInUse: (id) => inUse.includes(id),
    openElsewhere: async () => new Set(elsewhere),
    consent: {
      agreedDays: () => agreedDays,
      ask: async (old) => {
        asked.push(old.map(({ id }) => id));
        elsewhere.push(openedMeanwhile);
        return answer;
      },
    },
  };
  return { removed, asked, services };
}

const some = [aSummary('new', 1), aSummary('old', 31), aSummary('pinned', 400, true)];

describe('retention', () => {
  it('removes nothing, and does not even look, unless the user has set an age', async () => {
    const { removed, asked, services } = harness(some);
    const history = { ...services.history, all: async () => assert.fail('looked') };
    assert.deepEqual(await removeOldChats(0, now, { ...services, history }), []);
    assert.deepEqual([removed, asked], [[], []]);
  });

  it('says first what would go, and keeps what is pinned or open in any window', async () => {
    const { removed, asked, services } = harness(
      [...some, aSummary('shown', 50), aSummary('there', 50), aSummary('opened', 50)],
      { inUse: ['shown'], elsewhere: ['there'], openedMeanwhile: 'opened' },
    );
    await removeOldChats(30, now, services);
    assert.deepEqual(asked, [['old', 'opened']]);
    assert.deepEqual(removed, ['old']);
  });

  it('reads what would go again, and keeps what another window has continued', async () => {
    const { removed, services } = harness(some, { agreedDays: 30 });
    const changed = new Set<string>();
    const history = {
      all: async () =>
        some.map((summary) => (changed.has(summary.id) ? aSummary('old', 0) : summary)),
      touch: (id: string) => changed.add(id),
    };
    assert.deepEqual(await removeOldChats(30, now, { ...services, history }), []);
    assert.deepEqual([[...changed], removed], [['old'], []]);
  });

  it('removes nothing where it cannot be known what is open, and asks no window where nothing is old', async () => {
    const { removed, services } = harness(some, { agreedDays: 30 });
    const openElsewhere = async () => Promise.reject(new Error('busy'));
    await assert.rejects(removeOldChats(30, now, { ...services, openElsewhere }), /busy/);
    assert.deepEqual(removed, []);
    assert.deepEqual(await removeOldChats(3000, now, { ...services, openElsewhere }), []);
  });

  it('removes nothing where the user does not agree', async () => {
    const { removed, services } = harness(some, { answer: false });
    await removeOldChats(30, now, services);
    assert.deepEqual(removed, []);
  });

  it('does not ask again for the same age, but for another one, and where many would go', async () => {
    const agreed = harness(some, { agreedDays: 30 });
    await removeOldChats(30, now, agreed.services);
    assert.deepEqual([agreed.asked, agreed.removed], [[], ['old']]);
    const shorter = harness(some, { agreedDays: 30 });
    await removeOldChats(20, now, shorter.services);
    assert.deepEqual(shorter.asked, [['old']]);
    const many = Array.from({ length: 21 }, (_, index) => aSummary(`c${index}`, 99));
    const wrongClock = harness(many, { agreedDays: 30, answer: false });
    await removeOldChats(30, now, wrongClock.services);
    assert.deepEqual([wrongClock.asked.length, wrongClock.removed], [1, []]);
  });
});
