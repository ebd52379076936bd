import assert from 'node:assert/strict';
import { ToolCallReader } from '../../../../src/service/reply/toolCallReader.ts';
import {
  type ReceivedToolCall,
  type ServiceEvent,
  type ToolCall,
  withToolCall,
} from '../../../../src/shared/service/chatCompletion.ts';
import { assertLinear } from '../../../support/assertLinear.ts';
import { collect } from '../../../support/collect.ts';
import { chunk, eventStream, json } from '../../../support/service/scripts.ts';
import { withService } from '../../../support/service/withService.ts';

type Holder = Readonly<Record<string, unknown>>;

function eventsOf(holders: readonly Holder[], hasTools = false): readonly ServiceEvent[] {
  const reader = new ToolCallReader(hasTools);
  const events: ServiceEvent[] = [];
  holders.forEach((holder) => reader.read(holder, events));
  return events;
}

/** The calls in these deltas; `true` ahead of them if the request offered tools. */
function callsOf(...holders: readonly (Holder | true)[]): readonly ReceivedToolCall[] {
  const deltas = holders.filter((holder) => holder !== true);
  return eventsOf(deltas, deltas.length < holders.length)
    .filter((event) => event.kind === 'toolCall')
    .reduce<readonly ReceivedToolCall[]>(withToolCall, []);
}

/** A piece of a call without the fields that are undefined. */
function piece(index?: number, id?: string | null, name?: string, args?: unknown): object {
  return { index, id, type: 'function', function: { name, arguments: args } };
}

const calls = (...pieces: readonly object[]): Holder => ({ tool_calls: pieces });
const paris = { id: 'a', name: 'weather', arguments: '{"city":"Paris"}' };
const rome = { id: 'b', name: 'weather', arguments: '{"city":"Rome"}' };
const withoutId = (call: ToolCall): ToolCall => ({ ...call, id: undefined });

/** How services send two calls: deltas, one after the other, and the calls that they mean. */
const deviations: readonly (readonly [string, readonly Holder[], readonly ToolCall[]])[] = [
  [
    'in pieces with an index each',
    [
      calls(piece(0, 'a', 'weather', '')),
      calls(piece(0, undefined, undefined, '{"city":')),
      calls(piece(0, undefined, undefined, '"Paris"}')),
      calls(piece(1, 'b', 'weather', '{"city":')),
      calls(piece(1, undefined, undefined, '"Rome"}')),
    ],
    [paris, rome],
  ],
  [
    'with the pieces of both mixed',
    [
      calls(piece(0, 'a', 'weather', '{"city":'), piece(1, 'b', 'weather', '{"city":')),
      calls(piece(1, undefined, undefined, '"Rome"}'), piece(0, undefined, '', '"Paris"}')),
    ],
    [paris, rome],
  ],
  [
    'without indexes, in pieces',
    [
      calls(piece(undefined, 'a', 'weather', '{"city":')),
      calls(piece(undefined, undefined, undefined, '"Paris"}')),
      calls(piece(undefined, 'b', 'weather', '{"city":')),
      calls(piece(undefined, 'b', 'weather', '"Rome"}')),
    ],
    [paris, rome],
  ],
  [
    'without indexes and ids, all in one chunk',
    [
      calls(
        piece(undefined, undefined, 'weather', paris.arguments),
        piece(undefined, '', 'weather', rome.arguments),
      ),
    ],
    [withoutId(paris), withoutId(rome)],
  ],
  [
    'without indexes and ids, by their names',
    [
      calls(piece(undefined, null, 'weather', '{}')),
      calls(piece(undefined, null, 'weather', ' ')),
      calls(piece(undefined, null, 'time', '{}')),
    ],
    [
      { id: undefined, name: 'weather', arguments: '{} ' },
      { id: undefined, name: 'time', arguments: '{}' },
    ],
  ],
  [
    'with the same index',
    [
      calls(piece(0, 'a', 'weather', paris.arguments)),
      calls(piece(0, 'b', 'weather', rome.arguments)),
    ],
    [paris, rome],
  ],
  [
    'with id and name in every piece, and the id twice',
    [
      calls(piece(0, 'a', 'weather', '{"city":')),
      calls(piece(0, 'a', 'weather', '"Paris"}')),
      calls(piece(1, 'a', 'weather', rome.arguments)),
    ],
    [paris, { ...rome, id: 'a' }],
  ],
  [
    'with arguments as JSON, or with none',
    [calls(piece(0, 'a', 'weather', { city: 'Paris' }), piece(1, 'c', 'time', null))],
    [paris, { id: 'c', name: 'time', arguments: '' }],
  ],
  [
    'as function_call',
    [
      { function_call: { name: 'weather', arguments: '' } },
      { function_call: { arguments: '{"city":' } },
      { function_call: { name: 'weather', arguments: '"Paris"}' } },
    ],
    [withoutId(paris)],
  ],
  [
    'without indexes and ids, of one tool, in a chunk each',
    [
      calls(piece(undefined, undefined, 'weather', paris.arguments)),
      calls(piece(undefined, undefined, 'weather', rome.arguments)),
    ],
    [withoutId(paris), withoutId(rome)],
  ],
  [
    'with the same index and without ids',
    [
      calls(piece(0, undefined, 'weather', paris.arguments)),
      calls(piece(0, undefined, 'weather', '{"city":')),
      calls(piece(0, undefined, undefined, '"Rome"}')),
    ],
    [withoutId(paris), withoutId(rome)],
  ],
  [
    'with the same id',
    [
      calls(piece(undefined, 'a', 'weather', paris.arguments)),
      calls(piece(undefined, 'a', 'weather', rome.arguments)),
    ],
    [paris, { ...rome, id: 'a' }],
  ],
  [
    'with the name first empty and then in every piece, also of braces in a text',
    [
      calls(piece(0, 'a', '', '')),
      calls(piece(0, undefined, 'weather', '{"city":"{}')),
      calls(piece(0, undefined, 'weather', '{\\"}"}')),
    ],
    [{ id: 'a', name: 'weather', arguments: '{"city":"{}{\\"}"}' }],
  ],
  [
    'that come once more as a whole at the end',
    [
      calls(piece(0, 'a', 'weather', '{"city":')),
      calls(piece(0, undefined, undefined, '"Paris"}')),
      calls(piece(0, 'a', 'weather', paris.arguments)),
    ],
    [paris],
  ],
  [
    'of tools with a text as input',
    [calls({ id: 'a', type: 'custom', custom: { name: 'shell', input: 'ls' } })],
    [{ id: 'a', name: 'shell', arguments: 'ls' }],
  ],
];

describe('tool calls', () => {
  for (const [name, holders, expected] of deviations) {
    it(`are read ${name}`, () => assert.deepEqual(callsOf(...holders), expected));
  }

  it('come as events with an index without gaps, only if there is something new', () => {
    const events = eventsOf([
      calls(piece(7, 'a', 'weather', '{')),
      calls(piece(7, 'a', 'weather', '')),
      calls(piece(9, undefined, 'time', undefined)),
      { content: 'text' },
    ]);
    assert.deepEqual(events, [
      { kind: 'toolCall', index: 0, id: 'a', name: 'weather', arguments: '{' },
      { kind: 'toolCall', index: 1, id: undefined, name: 'time', arguments: '' },
    ]);
  });

  it('are none in fields of another shape', () => {
    for (const tool_calls of [null, 'x', {}, [], [null, 'x', {}, { function: 5 }], [{ id: '' }]]) {
      assert.deepEqual(eventsOf([{ tool_calls }, { function_call: tool_calls }]), []);
    }
  });

  it('are kept up to a limit of their number, of their names and of all arguments', () => {
    const many = Array.from({ length: 150 }, (_, index) => piece(index, `id ${index}`, 'f', '{}'));
    assert.equal(callsOf(calls(...many)).length, 100);
    assert.equal(callsOf(...many.map((one) => calls(one))).length, 100);
    const long = callsOf(calls(piece(0, 'i'.repeat(999), 'n'.repeat(999), 'a'.repeat(99_999))));
    assert.deepEqual([long[0]?.id?.length, long[0]?.name.length], [200, 200]);
    const [first, second] = callsOf(
      calls(piece(0, 'a', 'f', 'a'.repeat(99_999))),
      calls(piece(1, 'b', 'f', 'bcd')),
      calls(piece(1, undefined, undefined, 'efg')),
    );
    assert.equal(first?.arguments.length, 99_999);
    assert.equal(second?.arguments, 'b…', 'it shows that something is missing');
    const deep = JSON.parse('['.repeat(5000) + ']'.repeat(5000)) as unknown;
    assert.deepEqual(callsOf(calls(piece(0, 'a', 'f', { deep }))), [
      { id: 'a', name: 'f', arguments: '', isCut: true },
    ]);
  });

  it('that are carried out have larger limits, and say where they are cut', () => {
    const json = JSON.stringify({ text: 'a'.repeat(3_000_000) });
    const id = 'i'.repeat(5000);
    const extra_content = { google: { thought_signature: 's'.repeat(5000) } };
    const whole = { ...piece(0, id, 'write', json), extra_content };
    assert.deepEqual(callsOf(true, calls(whole)), [
      { id, name: 'write', arguments: json, extraContent: extra_content },
    ]);
    assert.equal(callsOf(calls(whole))[0]?.isCut, true);
    const [first, second, third] = callsOf(
      true,
      calls(piece(0, 'a', 'write', json), piece(1, 'b', 'write', json)),
      calls(piece(2, 'c', 'write', '{}')),
    );
    assert.deepEqual([first?.isCut, second?.isCut, third?.isCut], [undefined, true, true]);
    const many = Array.from({ length: 250 }, (_, index) => piece(index, `id ${index}`, 'f', '{}'));
    for (const all of [
      callsOf(true, calls(...many)),
      callsOf(true, ...many.map((one) => calls(one))),
    ]) {
      assert.deepEqual([all.length, all.at(-1)?.isCut], [200, true]);
    }
  });

  it('are read the same wherever the stream is split, by letters', () => {
    const json = JSON.stringify({ text: 'quote " brace } back \\ end', list: [{}, []] });
    const letters = json.split('').map((letter) => calls(piece(0, undefined, undefined, letter)));
    assert.deepEqual(callsOf(calls(piece(0, 'a', 'write', '')), ...letters), [
      { id: 'a', name: 'write', arguments: json },
    ]);
  });

  it('take time in proportion to their length', () => {
    assertLinear(2000, (size) => {
      const pieces = Array.from({ length: size }, () => calls(piece(0, undefined, 'f', '{"')));
      return () => callsOf(true, calls(piece(0, 'a', 'f', '{}')), ...pieces);
    });
  });

  it('are in a reply of both modes', async () => {
    const message = {
      content: null,
      tool_calls: [piece(undefined, 'a', 'weather', '{"city":"Paris"}')],
    };
    const deltas = [
      chunk({ tool_calls: [piece(0, 'a', 'weather', '{"city":')] }),
      chunk({ tool_calls: [piece(0, undefined, undefined, '"Paris"}')] }),
      chunk({}, 'tool_calls'),
      '[DONE]',
    ];
    const scripts = [
      json({ choices: [{ message, finish_reason: 'tool_calls' }] }),
      eventStream(deltas.map((data) => `data: ${data}\n\n`).join('')),
      eventStream(deltas.map((data) => `data: ${data}\n\n`).join('')),
    ];
    const request = { model: 'm', messages: [{ role: 'user', content: 'hi' }] } as const;
    await withService(scripts, async ({ client }) => {
      const whole = await client.complete(request);
      assert.deepEqual([whole.text, whole.toolCalls, whole.outcome], ['', [paris], 'completed']);
      assert.deepEqual((await client.complete(request)).toolCalls, [paris]);
      const { events } = await collect(client.stream(request));
      assert.deepEqual(
        events.filter((event) => event.kind === 'toolCall').reduce(withToolCall, []),
        [paris],
      );
    });
  });
});
