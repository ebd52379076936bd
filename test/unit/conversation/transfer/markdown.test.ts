import assert from 'node:assert/strict';
import { conversationMarkdown } from '../../../../src/conversation/transfer/markdown.ts';
import { aTurn } from '../../../support/builders.ts';

describe('conversationMarkdown', () => {
  it('is a document with front matter and a section for each message', () => {
    const context = [
      { path: 'src/a.ts', languageId: 'typescript', startLine: 1, endLine: 2, text: 'let a;\n' },
    ];
    const turns = [
      aTurn('a', {
        user: { text: 'Why?', context },
        reply: { status: 'completed', text: 'Because **so**.', answeredBy: 'm1-0613' },
      }),
      aTurn('b', {
        user: { text: 'And then?', context: [] },
        reply: { status: 'stopped', text: 'Then' },
      }),
    ];
    const head = { title: 'Why: "a"\n# b', createdAt: 0, tags: ['x'], systemPrompt: 'Be brief.' };
    assert.equal(
      conversationMarkdown(head, turns),
      `---
title: "Why: \\"a\\"\\n# b"
created: "1970-01-01T00:00:00.000Z"
models: ["m1-0613","m1"]
connections: ["Test"]
tags: ["x"]
---

# Why: "a" # b

## System prompt

Be brief.

## You

Why?

src/a.ts, lines 1–2 (typescript):

\`\`\`typescript
let a;
\`\`\`

## m1-0613

Because **so**.

## You

And then?

## m1

Then

*Stopped.*
`,
    );
  });

  it('says that text may be missing', () => {
    const reply = { status: 'completed', text: 'So.', flaws: { damagedEvents: 2 } } as const;
    const document = conversationMarkdown({ title: 'a', createdAt: 0 }, [aTurn('a', { reply })]);
    const words = '*Text may be missing. Parts of this reply arrived damaged.*';
    assert.ok(document.endsWith(`So.\n\n${words}\n`), document);
  });

  it('shows tool calls as code', () => {
    const toolCalls = [{ id: 'c1', name: 'get`_`weather', arguments: '{"city":"Rome"}' }];
    const turns = [aTurn('a', { reply: { status: 'completed', text: 'Let me see.', toolCalls } })];
    const document = conversationMarkdown({ title: 'a', createdAt: 0 }, turns);
    assert.ok(
      document.endsWith(`## m1

Let me see.

*Tool call, not carried out:* \`get'_'weather\`

\`\`\`json
{"city":"Rome"}
\`\`\`
`),
      document,
    );
  });
});
