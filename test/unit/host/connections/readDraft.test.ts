import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import { draftOf, readDraft } from '../../../../src/host/connections/readDraft.ts';
import { readConnectionEntries } from '../../../../src/host/connections/connection.ts';
import {
  draftFields,
  type FieldTexts,
  isFieldTexts,
} from '../../../../src/shared/connectionsPage/connectionDraft.ts';
import { keySourceKinds } from '../../../../src/shared/service/keySource.ts';

const plain = { name: 'A', baseUrl: 'https://a.example' };

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

  const bad: readonly (readonly [FieldTexts, field: keyof FieldTexts, says: RegExp])[] = [
    [{ baseUrl: '' }, 'baseUrl', /empty/],
    [{ baseUrl: 'ftp://a.example' }, 'baseUrl', /https:/],
    [{ baseUrl: 'https://me:secret@a.example' }, 'baseUrl', /key field/],
    [{ baseUrl: 'https://a.example?api_key=secret' }, 'baseUrl', /“api_key”/],
    [{ 'paths.models': '//b.example' }, 'paths.models', /relative/],
    [{ 'paths.chatCompletions': 'https://b.example/x' }, 'paths.chatCompletions', /relative/],
    [{ extraBody: '{seed: 7}' }, 'extraBody', /JSON/],
    [{ extraBody: '[]' }, 'extraBody', /object/],
    [{ extraBody: '{"stream": true}' }, 'extraBody', /“stream”/],
    [{ firstByteTimeoutSeconds: '0' }, 'firstByteTimeoutSeconds', /1 to 3600/],
    [{ idleTimeoutSeconds: 'long' }, 'idleTimeoutSeconds', /1 to 3600/],
    [{ 'parameters.temperature': '3' }, 'parameters.temperature', /0 to 2/],
    [{ 'parameters.max_tokens': '1.5' }, 'parameters.max_tokens', /whole number/],
    [{ 'parameters.stop': 'a\nb\nc\nd\ne' }, 'parameters.stop', /at most 4/],
    [{ 'keyFrom.kind': 'command' }, 'keyFrom.command', /Must not be empty/],
    [{ headers: 'Host: x' }, 'headers', /“Host” cannot be set here/],
    [{ headers: 'X-A: 1\n\nX-B' }, 'headers', /Line 3 must be a name, a colon and a value/],
    [{ headers: ': x' }, 'headers', /Line 1/],
    [{ headers: 'X A: x' }, 'headers', /“X A” is not a valid header name/],
    [{ headers: 'Authorization: Bearer x' }, 'headers', /\$\{key\}/],
    [{ headers: 'X-A: ${env:X}' }, 'headers', /“X-A”.*only placeholder/],
    [{ headers: 'X-A: 1\nx-a: 2' }, 'headers', /“x-a” is set twice/],
    [{ headers: Array.from({ length: 33 }, (_, i) => `X-${i}:`).join('\n') }, 'headers', /32/],
  ];
  for (const [change, field, says] of bad) {
    it(`says at ${field} what is wrong with ${JSON.stringify(change).slice(0, 50)}`, () => {
      const { connection, problems } = readDraft({ ...plain, ...change }, 'a');
      assert.deepEqual(Object.keys(problems), [field]);
      assert.match(problems[field] ?? '', says);
      assert.equal(connection.baseUrl, { ...plain, ...change }.baseUrl);
    });
  }

  it('gives the other fields of a draft that has a problem', () => {
    const source = { 'keyFrom.kind': 'stored', 'keyFrom.name': 'A', 'keyFrom.command': 'x' };
    const { connection } = readDraft({ ...plain, headers: 'x', ...source }, 'a');
    const keyFrom = { kind: 'stored', name: 'A' };
    assert.deepEqual(connection, { id: 'a', name: 'A', baseUrl: plain.baseUrl, keyFrom });
  });

  it('leaves out empty lines of headers, and spaces around names and values', () => {
    const headers = '\n X-A :  a: b \n\n';
    assert.deepEqual(readDraft({ ...plain, headers }, 'a').connection.headers, { 'X-A': 'a: b' });
    assert.equal(readDraft({ ...plain, headers: ' \n' }, 'a').connection.headers, undefined);
  });

  it('makes of no draft an entry that could not be read again', () => {
    const text = fc.oneof(
      fc.string(),
      fc.constantFrom('1', 'https://a.example', '{"a":1}', '{"type":"text"}', 'standard', 'X-A: 1'),
      fc.constantFrom('', 'true', ...keySourceKinds),
      fc.constantFrom(' a\u202eb', 'x'.repeat(1001)),
    );
    const draft = fc
      .array(text, { minLength: draftFields.length, maxLength: draftFields.length })
      .map((texts): FieldTexts =>
        Object.fromEntries(draftFields.map((field, index) => [field, texts[index] ?? ''])),
      );
    const addressed = fc.record({
      draft,
      baseUrl: fc.constantFrom(undefined, 'https://a.example'),
    });
    fc.assert(
      fc.property(addressed, ({ draft, baseUrl = draft.baseUrl ?? '' }) => {
        const { connection, problems } = readDraft({ ...draft, baseUrl }, 'a');
        const stored: unknown = JSON.parse(JSON.stringify([connection]));
        const [entry] = readConnectionEntries(stored);
        assert.equal(entry && 'connection' in entry, problems.baseUrl === undefined);
      }),
    );
  });
});

describe('draftOf', () => {
  it('has boxes for whatever the settings hold', () => {
    fc.assert(fc.property(fc.jsonValue(), (entry) => isFieldTexts(draftOf(entry))));
    const strange = { name: 7, baseUrl: null, headers: { 'X-N': 1 }, parameters: { stop: 4 } };
    const draft = draftOf(strange);
    assert.equal(draft.name, '7');
    assert.equal(draft.headers, 'X-N: 1');
    assert.equal(draft['parameters.stop'], '4');
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
    assert.equal(draftOf({ headers }).headers, 'Authorization: Token ${key}');
  });

  it('keeps a header that cannot be used on one line', () => {
    assert.equal(draftOf({ headers: { 'X-A': 'a\r\nHost: b' } }).headers, 'X-A: a Host: b');
  });
});
