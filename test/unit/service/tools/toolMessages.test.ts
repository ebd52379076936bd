import assert from 'node:assert/strict';
import { createToolNames, idFormFor, sentIds } from '../../../../src/service/tools/toolNames.ts';
import { toolInput } from '../../../../src/service/tools/toolInput.ts';
import { toolMessages } from '../../../../src/service/tools/toolMessages.ts';
import type { ContentPart } from '../../../../src/shared/service/chatCompletion.ts';
import { assertLinear } from '../../../support/assertLinear.ts';
import { call, form, message, result, text } from '../../../support/service/toolHistory.ts';

const image = (url: string): ContentPart => ({ type: 'image_url', image_url: { url } });

function sentCall(id: string, json = '{}') {
  return {
    id: `sent ${id}`,
    type: 'function',
    function: { name: `tool ${id}`, arguments: json },
  };
}

describe('messages with tool calls', () => {
  it('have the results in the order of the calls, right after them, and then what came with them', () => {
    const history = [
      message('system', [text('be brief')]),
      message('user', [text('look')]),
      message('assistant', [text('I look.')], { calls: [call('a', { x: 1 }), call('b')] }),
      message('user', [text('a hint')], { results: [result('b', text('B'))] }),
      message('system', [text('now go on')]),
      message('user', [text('and?')], { results: [result('a', text('A'))] }),
    ];
    assert.deepEqual(toolMessages(history, form), [
      { role: 'system', content: 'be brief' },
      { role: 'user', content: 'look' },
      {
        role: 'assistant',
        content: 'I look.',
        tool_calls: [sentCall('a', '{"x":1}'), sentCall('b')],
      },
      { role: 'tool', content: 'A', tool_call_id: 'sent a' },
      { role: 'tool', content: 'B', tool_call_id: 'sent b' },
      { role: 'user', content: 'a hint' },
      { role: 'system', content: 'now go on' },
      { role: 'user', content: 'and?' },
    ]);
  });

  it('answer each call once, and keep results that answer none', () => {
    const history = [
      message('user', [text('go')], { results: [result('x', text('early'))] }),
      message('assistant', [], { calls: [call('a'), call('a'), call('b')] }),
      message('user', [], { results: [result('a', text('first')), result('a', text('second'))] }),
      message('assistant', [text('done')]),
      message('user', [], { results: [result('b', text('late'))] }),
    ];
    assert.deepEqual(toolMessages(history, form), [
      { role: 'user', content: 'Result of an earlier tool call:\nearly\ngo' },
      { role: 'assistant', content: '', tool_calls: [sentCall('a'), sentCall('b')] },
      { role: 'tool', content: 'first', tool_call_id: 'sent a' },
      { role: 'tool', content: 'This tool call was not carried out.', tool_call_id: 'sent b' },
      { role: 'user', content: 'Result of an earlier tool call:\nsecond\n' },
      { role: 'assistant', content: 'done' },
      { role: 'user', content: 'Result of an earlier tool call:\nlate\n' },
    ]);
  });

  it('have an empty result as an empty text, and no empty messages', () => {
    const history = [
      message('user', []),
      message('system', [text(' ')]),
      message('user', [text('go')]),
      message('assistant', []),
      message('assistant', [], { calls: [call('a', 'not an object')] }),
      message('user', [text('\n')], { results: [result('a')] }),
    ];
    assert.deepEqual(toolMessages(history, form), [
      { role: 'user', content: 'go' },
      { role: 'assistant', content: '', tool_calls: [sentCall('a')] },
      { role: 'tool', content: '', tool_call_id: 'sent a' },
    ]);
  });

  it('have images of results, and of replies, in a message of the user', () => {
    const history = [
      message('user', [text('what is '), image('data:1'), text('this'), text('?')]),
      message('assistant', [image('data:2')], { calls: [call('a')] }),
      message('user', [], { results: [result('a', text('seen '), image('data:3'))] }),
      message('user', [text('so?')]),
    ];
    assert.deepEqual(toolMessages(history, form), [
      { role: 'user', content: [text('what is '), image('data:1'), text('this?')] },
      { role: 'assistant', content: '', tool_calls: [sentCall('a')] },
      { role: 'tool', content: 'seen ', tool_call_id: 'sent a' },
      { role: 'user', content: [image('data:2'), image('data:3'), text('\n\nso?')] },
    ]);
  });

  it('take time in proportion to their length', () => {
    assertLinear(2000, (size) => {
      const history = Array.from({ length: size }, (_, index) =>
        message(index % 3 === 0 ? 'assistant' : 'user', [text('w'.repeat(100))], {
          calls: index % 3 === 0 ? [call(`${index}`)] : [],
          results: index % 3 === 1 ? [result(`${index - 1}`, text('ok'))] : [],
        }),
      );
      return () => toolMessages(history, form);
    });
    assertLinear(2000, (size) => {
      const users = Array.from({ length: size }, () => message('user', [text('w'.repeat(100))]));
      return () => toolMessages(users, form);
    });
  });
});

describe('names of tools', () => {
  it('are sent as services accept them, and come back as they were', () => {
    const long = 'x'.repeat(70);
    const names = [
      'read_file',
      'mcp.server/read file',
      'mcp_server_read_file',
      long,
      `${long}2`,
      'ü',
    ];
    const { sent, original } = createToolNames(names);
    assert.equal(sent('read_file'), 'read_file');
    assert.equal(sent('mcp_server_read_file'), 'mcp_server_read_file');
    assert.equal(sent('mcp.server/read file'), 'mcp_server_read_file_2');
    for (const name of names) {
      assert.match(sent(name), /^[A-Za-z0-9_-]{1,64}$/);
      assert.equal(original(sent(name)), name);
    }
    assert.equal(new Set(names.map(sent)).size, names.length);
    assert.equal(original('invented'), 'invented');
    assert.equal(sent('not offered any more'), 'not_offered_any_more');
  });
});

describe('IDs of tool calls', () => {
  it('are nine letters and digits for Mistral, the same in every request', () => {
    const form9 = idFormFor('api.mistral.ai', 'x');
    const first = sentIds(['call_1', 'abcDEF123', 'call_2'], form9);
    assert.equal(first.get('abcDEF123'), 'abcDEF123');
    for (const id of first.values()) {
      assert.match(id, /^[A-Za-z0-9]{9}$/);
    }
    assert.equal(new Set(first.values()).size, 3);
    const later = sentIds(['call_2', 'call_3', 'call_1'], form9);
    assert.equal(later.get('call_1'), first.get('call_1'));
    assert.equal(later.get('call_2'), first.get('call_2'));
    for (const model of ['mistral-large', 'mistralai/devstral-small', 'org/Codestral-22B']) {
      assert.equal(idFormFor('localhost', model), form9, model);
    }
  });

  it('stay as they are for others, unless they are too long', () => {
    const other = idFormFor('api.openai.com', 'gpt-4o');
    const long = 'c'.repeat(65);
    const sent = sentIds(
      ['functions.read:0', long, 'from here'],
      other,
      (id) => id === 'from here',
    );
    assert.equal(sent.get('functions.read:0'), 'functions.read:0');
    assert.equal(sent.get('from here'), 'from here');
    assert.match(sent.get(long) ?? '', /^[A-Za-z0-9]{24}$/);
  });

  it('do not become the same', () => {
    const many = Array.from({ length: 20_000 }, (_, index) => `call_${index}`);
    const sent = sentIds(many, idFormFor('api.mistral.ai', 'x'));
    assert.equal(new Set(sent.values()).size, many.length);
    // A one-letter form runs out of IDs only after 62.
    const tiny = sentIds(many.slice(0, 60), { accepted: /^$/, length: 1, acceptsOwn: false });
    assert.equal(new Set(tiny.values()).size, 60);
  });
});

describe('the input of a tool', () => {
  it('is the object in the arguments, in every form that services send', () => {
    const paris = { city: 'Paris' };
    const json = JSON.stringify(paris);
    for (const sent of [json, ` ${json}\n`, JSON.stringify(json), `{}${json}`, json + json]) {
      assert.deepEqual(toolInput(sent), paris, sent);
    }
    for (const sent of ['', '  ', '{}', 'null', '"{}"', 'null ']) {
      assert.deepEqual(toolInput(sent), {}, sent);
    }
  });

  it('is none if the arguments are cut, damaged or something else', () => {
    for (const sent of [
      '{"city":"Par',
      '{"city":"Paris"}{"city":"Rome"}',
      '{"city":"Paris"} and',
      '[1]',
      '"text"',
      '12',
      'true',
      '{city:1}',
      '}{',
      '['.repeat(100_000),
    ]) {
      assert.equal(toolInput(sent), undefined, sent.slice(0, 50));
    }
  });

  it('is none for a large text that never closes, in linear time', () => {
    assert.equal(toolInput(`{"a":"${'{}"'.repeat(500_000)}`), undefined);
    assert.equal(toolInput(`${'{}'.repeat(1_000_000)}x`), undefined);
    assertLinear(20_000, (size) => {
      const [open, many] = [`{"a":"${'{}"'.repeat(size)}`, `${'{}'.repeat(size)}x`];
      return () => [toolInput(open), toolInput(many)];
    });
  });
});
