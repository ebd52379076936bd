import assert from 'node:assert/strict';
import MarkdownIt from 'markdown-it';
import {
  addReply,
  type CostRow,
  type CountedReply,
} from '../../../../src/conversation/costRows.ts';
import { costDocument } from '../../../../src/host/costs/costDocument.ts';

function aReply(fields: Partial<CountedReply> = {}): CountedReply {
  return {
    connectionId: 'c1',
    connection: 'One',
    model: 'm1',
    prompt: 1000,
    completion: 40,
    cached: 0,
    reasoning: 0,
    cost: { amount: 0.25, currency: 'USD' },
    ...fields,
  };
}

function rows(...replies: readonly CountedReply[]): readonly CostRow[] {
  return replies.reduce<readonly CostRow[]>(addReply, []);
}

const now = new Date(2026, 10, 22, 12).getTime();

/** The rows of all tables as text, each under its heading. */
function tables(document: string): Readonly<Record<string, readonly string[]>> {
  const found: Record<string, string[]> = {};
  let heading = '';
  for (const line of document.split('\n')) {
    heading = /^#+ (.*)/.exec(line)?.[1] ?? heading;
    if (line.startsWith('|') && !line.startsWith('| :--')) {
      (found[heading] ??= []).push(line);
    }
  }
  return found;
}

describe('the document of costs', () => {
  it('says which replies are estimated', () => {
    const document = costDocument(
      {
        periods: [{ period: '2026-11-22', rows: rows(aReply(), aReply({ isEstimated: true })) }],
        unreadable: [],
      },
      now,
    );
    assert.match(document, /^If a service states no usage, .* are estimated from what was sent/m);
    assert.deepEqual(tables(document)['Costs']?.slice(0, 2), [
      '| Period | Cost | Replies | Estimated | Prompt Tokens | Reply Tokens |',
      String.raw`| Today | \$0.50 | 2 | 1 | 2,000 | 80 |`,
    ]);
  });

  it('has totals by day, model and connection', () => {
    const document = costDocument(
      {
        periods: [
          { period: '2026-11-22', rows: rows(aReply(), aReply({ model: 'm2', cost: undefined })) },
          {
            period: '2026-11-03',
            rows: rows(aReply({ connectionId: 'c2', connection: 'Two', cached: 500 })),
          },
        ],
        unreadable: [],
      },
      now,
    );
    assert.match(document, /^The cost of a reply is unknown if its model has no price\./m);
    assert.doesNotMatch(document, /estimated/i);
    assert.deepEqual(tables(document), {
      Costs: [
        '| Period | Cost | Replies | Unknown Cost | Prompt Tokens | Of These Cached | Reply Tokens |',
        String.raw`| Today | \$0.25 | 2 | 1 | 2,000 | 0 | 80 |`,
        String.raw`| This Month | \$0.50 | 3 | 1 | 3,000 | 500 | 120 |`,
        String.raw`| Since Tue, Nov 3, 2026 | \$0.50 | 3 | 1 | 3,000 | 500 | 120 |`,
      ],
      'By Model': [
        '| Model | Connection | Cost | Replies | Unknown Cost | Prompt Tokens | Of These Cached | Reply Tokens |',
        String.raw`| ${'`m1`'} | One | \$0.25 | 1 | 0 | 1,000 | 0 | 40 |`,
        String.raw`| ${'`m1`'} | Two | \$0.25 | 1 | 0 | 1,000 | 500 | 40 |`,
        '| `m2` | One | not known | 1 | 1 | 1,000 | 0 | 40 |',
      ],
      'By Connection': [
        '| Connection | Cost | Replies | Unknown Cost | Prompt Tokens | Of These Cached | Reply Tokens |',
        String.raw`| One | \$0.25 | 2 | 1 | 2,000 | 0 | 80 |`,
        String.raw`| Two | \$0.25 | 1 | 0 | 1,000 | 500 | 40 |`,
      ],
      'By Day': [
        '| Day | Cost | Replies | Unknown Cost | Prompt Tokens | Of These Cached | Reply Tokens |',
        String.raw`| Sun, Nov 22, 2026 | \$0.25 | 2 | 1 | 2,000 | 0 | 80 |`,
        String.raw`| Tue, Nov 3, 2026 | \$0.25 | 1 | 0 | 1,000 | 500 | 40 |`,
      ],
    });
  });

  it('shows currencies side by side, and no column without content', () => {
    const euro = { amount: 2, currency: 'EUR' };
    const document = costDocument(
      {
        periods: [{ period: '2026-11-22', rows: rows(aReply(), aReply({ cost: euro })) }],
        unreadable: [],
      },
      now,
    );
    assert.match(document, /\| Today \| \\\$0\.25 \+ €2\.00 \| 2 \| 2,000 \| 80 \|/);
    assert.doesNotMatch(document, /Cached|Reasoning|Unknown|unknown/);
  });

  it('cuts the long name of a connection', () => {
    const connection = 'n'.repeat(200);
    const periods = [{ period: '2026-11-22', rows: rows(aReply({ connection })) }];
    const document = costDocument({ periods, unreadable: [] }, now);
    assert.doesNotMatch(document, /n{101}/);
    assert.match(document, /n{80}/);
  });

  it('has the last month with its days, and earlier months by month', () => {
    const document = costDocument(
      {
        periods: [
          { period: '2026-11-22', rows: rows(aReply()) },
          { period: '2026-10-05', rows: rows(aReply({ cost: { amount: 1, currency: 'USD' } })) },
          { period: '2026-09', rows: rows(aReply({ cost: { amount: 2, currency: 'USD' } })) },
          // A day of a month that is not summed up yet.
          { period: '2026-09-02', rows: rows(aReply({ cost: { amount: 4, currency: 'USD' } })) },
          { period: '2025-12', rows: rows(aReply({ cost: { amount: 8, currency: 'USD' } })) },
        ],
        unreadable: [],
      },
      now,
    );
    const headings = document.split('\n').filter((line) => line.startsWith('## '));
    assert.deepEqual(headings, [
      '## November 2026',
      '## October 2026',
      '## Earlier Months',
      '## All Months',
    ]);
    const shown = tables(document);
    assert.match(shown['Costs']?.[3] ?? '', /^\| Since December.2025 \| \\\$15\.25 \| 5 \|/);
    assert.deepEqual(
      shown['Earlier Months']?.slice(1).map((line) => line.split('|').slice(1, 3)),
      [
        [' September 2026 ', String.raw` \$6.00 `],
        [' December 2025 ', String.raw` \$8.00 `],
      ],
    );
  });

  it('says what could not be read, and that nothing was counted yet', () => {
    const document = costDocument({ periods: [], unreadable: ['2026-11-22.x.json: `bad`'] }, now);
    assert.match(document, /could not be read/);
    assert.match(document, /- `` 2026-11-22\.x\.json: `bad` ``/);
    assert.match(document, /No reply was counted yet/);
  });

  it('shows names of services as text: no link, no image, no further cell', () => {
    const names = [
      '![](https://evil.invalid/x.png)',
      '[x](https://evil.invalid)',
      '<img src="https://evil.invalid/x.png">',
      '<https://evil.invalid>',
      'https://evil.invalid',
      '`![](https://evil.invalid/x.png)',
      '``` ![](x) ````',
      'a | b | c',
      String.raw`a \| ![](https://evil.invalid)`,
      '\n\n![](https://evil.invalid)\n# Heading',
      '**bold** $x$ &lt;img&gt; ~~gone~~',
      '| --- |',
    ];
    // VS Code's preview reads HTML, too, and loads images.
    const parser = new MarkdownIt({ html: true, linkify: true });
    for (const name of names) {
      const document = costDocument(
        {
          periods: [
            { period: '2026-11-22', rows: rows(aReply({ model: name, connection: name })) },
          ],
          unreadable: [name],
        },
        now,
      );
      const tokens = parser.parse(document, {});
      const kinds = tokens
        .flatMap((token) => [token].concat(token.children ?? []))
        .map(({ type }) => type);
      assert.deepEqual(
        kinds.filter((kind) => /image|link|html|strong|^em_|^s_/.test(kind)),
        [],
        name,
      );
      assert.equal(kinds.filter((kind) => kind === 'td_open').length, 3 * 5 + 6 + 5 + 5, name);
      assert.equal(kinds.filter((kind) => kind === 'heading_open').length, 5, name);
    }
  });
});
