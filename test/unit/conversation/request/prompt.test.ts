import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import MarkdownIt from 'markdown-it';
import {
  buildMessages,
  fence,
  messageContent,
} from '../../../../src/conversation/request/prompt.ts';
import { aTurn } from '../../../support/builders.ts';

describe('buildMessages', () => {
  it('holds the path and nothing else', () => {
    const path = [
      aTurn('1', { user: { text: 'Hi', context: [] }, reply: { text: 'Hello', reasoning: 'hm' } }),
      aTurn('2', { user: { text: 'Why?', context: [] } }),
    ];
    assert.deepEqual(buildMessages(path), [
      { role: 'user', content: 'Hi' },
      { role: 'assistant', content: 'Hello' },
      { role: 'user', content: 'Why?' },
    ]);
  });

  it('begins with the system prompt, where there is one', () => {
    const path = [aTurn('1', { user: { text: 'Hi', context: [] } })];
    const hi = { role: 'user', content: 'Hi' };
    assert.deepEqual(buildMessages(path, 'Be brief.'), [
      { role: 'system', content: 'Be brief.' },
      hi,
    ]);
    assert.deepEqual(buildMessages(path, ''), [hi]);
  });

  it('holds the reasoning of the replies in the field that the service has for it', () => {
    const details = [{ type: 'reasoning.encrypted', data: 'gAAA' }];
    const hi = { user: { text: 'Hi', context: [] } };
    const path = [
      aTurn('1', { ...hi, reply: { text: 'Hello', reasoning: 'hm' } }),
      aTurn('2', { ...hi, reply: { text: 'Yes', reasoning: 'hm', reasoningDetails: details } }),
      aTurn('3', { ...hi, reply: { text: 'Old', reasoning: '' } }),
      aTurn('4', { ...hi, reply: { text: '', reasoning: 'cut' } }),
      aTurn('5', hi),
    ];
    const reasonings = (field: 'reasoning' | 'reasoning_content') =>
      buildMessages(path, '', field)
        .filter(({ role }) => role === 'assistant')
        .map(({ reasoning }) => reasoning);
    assert.deepEqual(reasonings('reasoning_content'), [
      { field: 'reasoning_content', value: 'hm' },
      { field: 'reasoning_content', value: 'hm' },
      undefined,
    ]);
    assert.deepEqual(reasonings('reasoning')[1], { field: 'reasoning_details', value: details });
  });

  it('does not hold reasoning that old replies have in their text', () => {
    const hi = { user: { text: 'Hi', context: [] } };
    const raw = '<think>\nhm\n</think>\n\nHello';
    const path = [
      aTurn('1', { ...hi, reply: { text: raw } }),
      aTurn('2', { ...hi, reply: { text: '<think>\ncut' } }),
      aTurn('3', { ...hi, reply: { text: 'It is `<think>`.' } }),
      aTurn('4', { ...hi, reply: { text: raw, reasoning: 'known' } }),
    ];
    const replies = (field?: 'reasoning_content') =>
      buildMessages(path, '', field).filter(({ role }) => role === 'assistant');
    assert.deepEqual(
      replies().map(({ content }) => content),
      ['Hello', 'It is `<think>`.', raw],
    );
    assert.deepEqual(replies('reasoning_content')[0], {
      role: 'assistant',
      content: 'Hello',
      reasoning: { field: 'reasoning_content', value: 'hm\n' },
    });
  });

  it('makes one user message of two where the reply between brought no text', () => {
    const path = [
      aTurn('1', { user: { text: 'One', context: [] }, reply: { status: 'failed' } }),
      aTurn('2', { user: { text: 'Two', context: [] } }),
    ];
    assert.deepEqual(buildMessages(path), [{ role: 'user', content: 'One\n\nTwo' }]);
  });

  it('takes a reply of white space only as one without text', () => {
    const image = {
      id: 'a'.repeat(64),
      size: 1,
      type: 'image/png',
      name: 'a.png',
      width: 1,
      height: 1,
    } as const;
    const blank = { text: ' \n\n', reasoning: 'plan' };
    const path = [
      aTurn('1', { user: { text: 'One', context: [] }, reply: blank }),
      aTurn('2', { user: { text: 'Two', context: [] }, reply: { ...blank, images: [image] } }),
      aTurn('3', { user: { text: 'Three', context: [] } }),
    ];
    const [first, second, third] = buildMessages(path, ' ', 'reasoning_content');
    assert.deepEqual(first, { role: 'user', content: 'One\n\nTwo' });
    const said = second?.content;
    assert.match(typeof said === 'string' ? said : '', /^\[Image: /);
    assert.equal(third?.role, 'user');
  });
});

describe('messageContent', () => {
  it('says where the code is from and fences it', () => {
    const context = [
      { path: 'src/a.ts', languageId: 'typescript', startLine: 3, endLine: 4, text: 'a;\nb;' },
    ];
    assert.equal(
      messageContent({ text: 'Explain this code.', context }),
      'Explain this code.\n\nsrc/a.ts, lines 3–4 (typescript):\n\n```typescript\na;\nb;\n```',
    );
  });

  it('names a single line as one', () => {
    const context = [{ path: 'a.py', languageId: 'python', startLine: 7, endLine: 7, text: 'x' }];
    assert.match(messageContent({ text: '', context }), /a\.py, line 7 \(python\)/);
  });
});

describe('fence', () => {
  const markdown = new MarkdownIt('commonmark');
  const line = fc.oneof(
    fc.string(),
    fc.constantFrom('```', '````', '~~~', '   ```js', '`````````'),
  );

  it('is one code block with exactly the code, whatever the code holds', () => {
    fc.assert(
      fc.property(fc.array(line), (lines) => {
        // A NUL is replaced by every CommonMark parser, and a CR is a line end.
        const code = lines.join('\n').replaceAll(/[\0\r]/g, '');
        const tokens = markdown.parse(fence(code, 'ts'), {});
        assert.equal(tokens.length, 1);
        assert.equal(tokens[0]?.type, 'fence');
        assert.equal(tokens[0]?.info, 'ts');
        assert.equal(tokens[0]?.content, code.endsWith('\n') ? code : `${code}\n`);
      }),
    );
  });

  it('keeps only the characters of language ids', () => {
    assert.match(fence('x', 'c++'), /^```c\+\+\n/);
    assert.match(fence('x', 'a`\n b'), /^```ab\n/);
  });
});
