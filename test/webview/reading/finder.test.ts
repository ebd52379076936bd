import { until } from '../../support/until.ts';
import { equal } from '../assert.ts';
import { aTurn } from '../../support/builders.ts';
import { anEndedTurn, nextFrame, openPanel, textDelta, type OpenPanel } from '../openPanel.ts';
import { pressKey, typeText } from '../realKeyboard.ts';

const count = (panel: OpenPanel): string => panel.get('.find-count').textContent;

/** The texts of the highlighted ranges. */
function marked(name: string): readonly string[] {
  return [...(CSS.highlights.get(name) ?? [])].map((found) => {
    const range = document.createRange();
    range.setStart(found.startContainer, found.startOffset);
    range.setEnd(found.endContainer, found.endOffset);
    return range.toString();
  });
}

/** Nothing while what is shown is being read anew. */
function currentRect(): DOMRect | undefined {
  const [found] = CSS.highlights.get('parley-find-current') ?? [];
  if (found === undefined) {
    return undefined;
  }
  const range = document.createRange();
  range.setStart(found.startContainer, found.startOffset);
  range.setEnd(found.endContainer, found.endOffset);
  return range.getBoundingClientRect();
}

/** Resolves when the search is complete and its match is in view. */
async function settled(): Promise<void> {
  for (let frames = 0; frames < 3; frames += 1) {
    await nextFrame();
  }
}

/** Resolves once the number of matches is shown, such as "of 3", and the current one is in view. */
async function counted(panel: OpenPanel, ending: string): Promise<void> {
  await until(`“${ending}”`, () => count(panel).endsWith(ending));
  await settled();
}

async function find(panel: OpenPanel, text: string, ending: string): Promise<void> {
  await pressKey('Control+f');
  await typeText(text);
  equal(panel.get('.find-bar').hidden, false);
  await counted(panel, ending);
}

function isInView(panel: OpenPanel): boolean {
  const { top, bottom } = panel.get('.scroller').getBoundingClientRect();
  const bar = panel.get('.find-bar').getBoundingClientRect();
  const match = currentRect();
  return match !== undefined && match.top >= Math.max(top, bar.bottom) && match.bottom <= bottom;
}

const filler = 'Some line of text.\n\n'.repeat(300);

describe('find in the conversation', () => {
  it('steps through the matches in order, wraps around, and shows their numbers', async () => {
    const panel = openPanel();
    panel.snapshot([
      anEndedTurn('1', 'A needle here.', { reasoning: 'No match.' }),
      { ...anEndedTurn('2', `${filler}A **nee**dle, a Needle.\n\n${filler}`), parentId: '1' },
      {
        ...anEndedTurn(
          '3',
          '```ts\nconst needle = 1;\n```\n\n- item needle\n  - inner\n  - needle\n',
        ),
        parentId: '2',
      },
    ]);
    // Coloured code is read anew, which is not to happen between two steps.
    await until('the colours', () => panel.root.querySelector('.code-line > *') !== null);
    await find(panel, 'needle', ' of 6');
    const seen: string[] = [];
    for (let step = 0; step < 7; step += 1) {
      await settled();
      await until(`match ${count(panel)} in view`, () => isInView(panel));
      seen.push(`${count(panel)} ${marked('parley-find-current').join()}`);
      await pressKey('Enter');
    }
    const sorted = seen.slice(0, 6).toSorted();
    equal(sorted, [
      '1 of 6 needle',
      '2 of 6 needle',
      '3 of 6 Needle',
      '4 of 6 needle',
      '5 of 6 needle',
      '6 of 6 needle',
    ]);
    equal(seen[6], seen[0] ?? '');
    const at = (): number => Number.parseInt(count(panel), 10);
    const before = at();
    await pressKey('Shift+Enter');
    equal(at(), before === 1 ? 6 : before - 1);
    await pressKey('F3');
    equal(at(), before);
    equal(panel.posted.length, 1, 'nothing of this is the host’s');
  });

  it('matches case, whole words and regular expressions as set', async () => {
    const panel = openPanel();
    panel.snapshot([anEndedTurn('1', 'Alpha alphabet ALPHA a.c abc ünder')]);
    await find(panel, 'alpha', ' of 3');
    await pressKey('Alt+w');
    await counted(panel, ' of 2');
    await pressKey('Alt+c');
    await counted(panel, 'No results');
    equal(panel.get('[aria-label="Match Case"]').ariaPressed, 'true');
    await pressKey('Alt+c');
    await pressKey('Alt+w');
    await pressKey('Control+a');
    await typeText('a.c');
    await counted(panel, '1 of 1');
    await pressKey('Alt+r');
    await counted(panel, ' of 2');
    await typeText('(');
    equal(count(panel), 'Invalid expression');
    equal(marked('parley-find-current'), []);
    await pressKey('Control+a');
    await typeText('\\bunder');
    await counted(panel, 'No results');
  });

  it('opens folded parts with a match', async () => {
    const panel = openPanel();
    const long = `${'line\n'.repeat(100)}the unusual end`;
    panel.snapshot([
      {
        ...anEndedTurn('1', 'Text.', { reasoning: 'an unusual thought' }),
        user: {
          text: long,
          context: [
            {
              path: 'a.ts',
              languageId: 'plaintext',
              startLine: 1,
              endLine: 200,
              text: `${'x\n'.repeat(200)}unusual code`,
            },
          ],
        },
      },
    ]);
    equal(panel.get('.user-text').classList.contains('folded'), true);
    await find(panel, 'unusual', ' of 3');
    for (let step = 0; step < 3; step += 1) {
      await settled();
      await until(`match ${count(panel)} in view`, () => isInView(panel));
      await pressKey('Enter');
    }
    equal(panel.get('.user-text').classList.contains('folded'), false);
    equal((panel.get('.reasoning') as HTMLDetailsElement).open, true);
    equal((panel.get('.context-item') as HTMLDetailsElement).open, true);
  });

  it('keeps up with a reply that streams, keeps the current match, and changes no node', async () => {
    const panel = openPanel();
    panel.snapshot([anEndedTurn('1', `one needle\n\n${filler}`), aTurn('2', { parentId: '1' })]);
    await find(panel, 'needle', '1 of 1');
    const top = currentRect()?.top;
    const first = panel.get('.markdown > p');
    const observer = new MutationObserver(() => undefined);
    observer.observe(first, {
      subtree: true,
      childList: true,
      characterData: true,
      attributes: true,
    });
    for (let delta = 1; delta <= 20; delta += 1) {
      panel.events(textDelta('2', `A needle in **a nee**dle.\n\n- nee`), textDelta('2', 'dle\n\n'));
      await nextFrame();
      equal(currentRect()?.top, top, 'the match that is looked at does not move');
    }
    await counted(panel, '1 of 61');
    panel.events({ kind: 'turnEnded', turnId: '2', status: 'completed', at: 1 });
    await counted(panel, '1 of 61');
    equal(observer.takeRecords().length, 0);
    panel.snapshot([anEndedTurn('1', 'a needle')]);
    await until('the match of what is shown now', () => count(panel).slice(1) === ' of 1');
  });

  it('searches only changed blocks while a reply streams', async () => {
    const panel = openPanel();
    panel.snapshot([anEndedTurn('1', filler), aTurn('2', { parentId: '1' })]);
    await find(panel, 'text', ' of 300');
    const unread = Object.getOwnPropertyDescriptor(CharacterData.prototype, 'data');
    let read = 0;
    Object.defineProperty(CharacterData.prototype, 'data', {
      ...unread,
      get(this: CharacterData): string {
        read += panel.get('.turn').contains(this) ? 1 : 0;
        return String(unread?.get?.call(this));
      },
    });
    try {
      panel.get('.scroller').scrollTop = 1_000_000;
      await settled();
      read = 0;
      for (let delta = 0; delta < 10; delta += 1) {
        panel.events(textDelta('2', 'More text.\n\n'.repeat(50)));
        await counted(panel, ` of ${300 + 50 * (delta + 1)}`);
      }
    } finally {
      Object.defineProperty(CharacterData.prototype, 'data', unread ?? {});
    }
    equal(read, 0);
  });

  it('closes with Escape, gives the focus back, and removes highlights; a reply runs on', async () => {
    const panel = openPanel();
    panel.snapshot([anEndedTurn('1', 'needle'), aTurn('2', { parentId: '1' })]);
    panel.box.focus();
    await find(panel, 'needle', '1 of 1');
    equal(marked('parley-find-current'), ['needle']);
    await pressKey('Escape');
    equal(panel.get('.find-bar').hidden, true);
    equal(document.activeElement === panel.box, true);
    equal(CSS.highlights.has('parley-find-current'), false);
    equal(panel.posted.length, 1, 'nothing is stopped');
    await pressKey('Escape');
    equal(panel.posted.at(-1), { kind: 'stop' });
    panel.get('.icon-button[data-action="copyReply"]').focus();
    await pressKey('Control+f');
    equal((panel.get('.find-text') as HTMLInputElement).value, 'needle', 'the last search is kept');
    panel.get('[aria-label="Close"]').click();
    equal(document.activeElement?.getAttribute('data-action'), 'copyReply');
  });

  it('searches for the selection, and moves nothing when it opens and closes', async () => {
    const panel = openPanel();
    panel.snapshot([anEndedTurn('1', `${filler}the word\n\n${filler}`)]);
    await nextFrame();
    panel.get('.scroller').scrollTop = 2000;
    await settled();
    const word = [...panel.root.querySelectorAll('p')].find(
      ({ textContent }) => textContent === 'the word',
    );
    word?.scrollIntoView({ block: 'center' });
    await settled();
    const top = word?.getBoundingClientRect().top ?? 0;
    if (word) {
      document.getSelection()?.selectAllChildren(word);
    }
    await pressKey('Control+f');
    await counted(panel, '1 of 1');
    equal((panel.get('.find-text') as HTMLInputElement).value, 'the word');
    equal(Math.round((word?.getBoundingClientRect().top ?? 0) - top), 0);
    await pressKey('Escape');
    await nextFrame();
    equal(Math.round((word?.getBoundingClientRect().top ?? 0) - top), 0);
    document.getSelection()?.removeAllRanges();
  });

  it('goes to matches in a block that is shown as its source, also between two of its parts', async () => {
    const panel = openPanel();
    const table = `| a | b |\n|--|--|\n${'| c | *d* |\n'.repeat(3000)}| needle | e |\n`;
    panel.snapshot([anEndedTurn('t', `${table}\n${'x'.repeat(4090)}needle${'*'.repeat(10_100)}`)]);
    await until('all text', () => panel.root.querySelectorAll('.source-block').length === 2);
    await find(panel, 'needle', 'of 2');
    equal(marked('parley-find-current'), ['needle']);
    equal(isInView(panel), true);
    await pressKey('Enter');
    await settled();
    equal(marked('parley-find-current'), ['needle']);
    equal(isInView(panel), true);
    await pressKey('Escape');
  });
});
