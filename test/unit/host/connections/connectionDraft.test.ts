import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { draftOf, readDraft } from '../../../../src/host/connections/connectionDraft.ts';
import { readConnectionEntries } from '../../../../src/host/connections/connection.ts';
import {
  emptyDraft,
  isConnectionDraft,
  type ConnectionDraft,
} from '../../../../src/shared/connectionsPage/connectionDraft.ts';
import { keySourceKinds } from '../../../../src/shared/service/keySource.ts';

const plain = { ...emptyDraft, name: 'A', baseUrl: 'https://a.example' };

describe('readDraft', () => {
  it('gives back every field of an entry that can be used', () => {
    const entry = {
      id: 'a',
      name: 'A',
      baseUrl: 'https://a.example/v1?api-version=1',
      paths: { models: '../list', chatCompletions: '/chat' },
      model: 'm 1',
      keyFrom: { kind: 'environment', variable: 'TEAM_KEY' },
      headers: { 'X-Team': 'tools', 'X-Empty': '' },
      extraBody: { seed: 7, nested: { a: [1, null] } },
      mode: 'standard',
      firstByteTimeoutSeconds: 10,
      idleTimeoutSeconds: 5.5,
      parameters: { temperature: 0, top_p: 1, max_tokens: 1, stop: ['a\nb', 'c\\'] },
      systemPrompt: ' Be brief.\n',
    };
    const { connection, problems } = readDraft(draftOf(entry), 'a');
    assert.deepEqual(problems, {});
    assert.deepEqual(connection, entry);
    const least = { id: 'b', name: 'B', baseUrl: 'localhost:8080' };
    assert.deepEqual(readDraft(draftOf(least), 'b').connection, least);
  });

  it('names a connection by its address where it has no name', () => {
    const { connection } = readDraft({ ...plain, name: ' ', baseUrl: 'localhost:8080/v1' }, 'a');
    assert.equal(connection?.name, 'localhost:8080');
  });

  const bad: readonly (readonly [Partial<ConnectionDraft>, field: string, says: RegExp])[] = [
    [{ baseUrl: '' }, 'baseUrl', /empty/],
    [{ baseUrl: 'ftp://a.example' }, 'baseUrl', /https:/],
    [{ baseUrl: 'https://me:secret@a.example' }, 'baseUrl', /key field/],
    [{ baseUrl: 'https://a.example?api_key=secret' }, 'baseUrl', /“api_key”/],
    [{ modelsPath: '//b.example' }, 'modelsPath', /relative/],
    [{ chatCompletionsPath: 'https://b.example/x' }, 'chatCompletionsPath', /relative/],
    [{ extraBody: '{seed: 7}' }, 'extraBody', /JSON/],
    [{ extraBody: '[]' }, 'extraBody', /object/],
    [{ extraBody: '{"stream": true}' }, 'extraBody', /“stream”/],
    [{ firstByteTimeoutSeconds: '0' }, 'firstByteTimeoutSeconds', /1 to 3600/],
    [{ idleTimeoutSeconds: 'long' }, 'idleTimeoutSeconds', /1 to 3600/],
    [{ temperature: '3' }, 'temperature', /0 to 2/],
    [{ max_tokens: '1.5' }, 'max_tokens', /whole number/],
    [{ stop: 'a\nb\nc\nd\ne' }, 'stop', /at most 4/],
    [{ headers: [{ name: 'Host', value: 'x' }] }, 'headers.0', /cannot be set here/],
    [{ headers: [{ name: 'X-A', value: 'a\nb' }] }, 'headers.0', /cannot be sent/],
    [{ headers: [{ name: '', value: 'x' }] }, 'headers.0', /name/],
    [{ headers: [{ name: 'Authorization', value: 'Bearer x' }] }, 'headers.0', /\$\{key\}/],
    [{ headers: [{ name: 'X-A', value: '${env:X}' }] }, 'headers.0', /only placeholder/],
    [
      {
        headers: [
          { name: 'X-A', value: '1' },
          { name: 'x-a', value: '2' },
        ],
      },
      'headers.1',
      /twice/,
    ],
    [
      { headers: Array.from({ length: 33 }, (_, i) => ({ name: `X-${i}`, value: '' })) },
      'headers',
      /32/,
    ],
  ];
  for (const [change, field, says] of bad) {
    it(`says at ${field} what is wrong with ${JSON.stringify(change).slice(0, 50)}`, () => {
      const { connection, problems } = readDraft({ ...plain, ...change }, 'a');
      assert.deepEqual(Object.keys(problems), [field]);
      assert.match(problems[field] ?? '', says);
      assert.equal(connection, undefined);
    });
  }

  it('leaves out a header row in which nothing is filled in', () => {
    const draft = { ...plain, headers: [{ name: '', value: '' }] };
    assert.equal(readDraft(draft, 'a').connection?.headers, undefined);
  });

  it('makes of no draft an entry that could not be read again', () => {
    const text = fc.oneof(fc.string(), fc.constantFrom('1', 'https://a.example', '{"a":1}', ''));
    const draft = fc.record({
      name: text,
      baseUrl: text,
      modelsPath: text,
      chatCompletionsPath: text,
      keyFrom: fc.record({
        kind: fc.constantFrom('typed' as const, ...keySourceKinds),
        text: fc.oneof(
          text,
          fc.constantFrom('OPENAI_API_KEY', ' x ', 'a\u202eb', 'x'.repeat(1001)),
        ),
      }),
      model: text,
      mode: fc.constantFrom('streamed' as const, 'standard' as const),
      headers: fc.array(fc.record({ name: text, value: text }), { maxLength: 3 }),
      extraBody: text,
      firstByteTimeoutSeconds: text,
      idleTimeoutSeconds: text,
      thinkingEffort: text,
      thinkingField: text,
      temperature: text,
      top_p: text,
      max_tokens: text,
      stop: text,
      seed: text,
      presence_penalty: text,
      frequency_penalty: text,
      response_format: fc.oneof(text, fc.constant('{"type":"text"}')),
      systemPrompt: text,
      offerToVSCode: fc.boolean(),
    });
    fc.assert(
      fc.property(draft, (draft) => {
        const { connection, problems } = readDraft(draft, 'a');
        if (connection === undefined) {
          assert.notDeepEqual(problems, {});
        } else {
          const stored: unknown = JSON.parse(JSON.stringify([connection]));
          assert.ok('connection' in (readConnectionEntries(stored)[0] ?? {}));
        }
      }),
    );
  });
});

describe('draftOf', () => {
  it('has boxes for whatever the settings hold', () => {
    fc.assert(fc.property(fc.jsonValue(), (entry) => isConnectionDraft(draftOf(entry))));
    const strange = { name: 7, baseUrl: null, headers: { 'X-N': 1 }, parameters: { stop: 4 } };
    const draft = draftOf(strange);
    assert.equal(draft.name, '7');
    assert.deepEqual(draft.headers, [{ name: 'X-N', value: '1' }]);
    assert.equal(draft.stop, '4');
  });

  it('leaves out what may be a key', () => {
    const entry = {
      id: 'a',
      apiKey: 'sk-1',
      key: 'sk-2',
      headers: { AUTHORIZATION: 'Bearer sk-3' },
    };
    assert.doesNotMatch(JSON.stringify(draftOf(entry)), /sk-/);
  });

  it('has an Authorization header with a place for the key', () => {
    const headers = { Authorization: 'Token ${key}' };
    assert.deepEqual(draftOf({ headers }).headers, [
      { name: 'Authorization', value: 'Token ${key}' },
    ]);
  });
});
