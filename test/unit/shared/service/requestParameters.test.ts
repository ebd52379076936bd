import assert from 'node:assert/strict';
import {
  parameterLines,
  parameterText,
  readParameter,
} from '../../../../src/shared/service/parameterText.ts';
import {
  mergeParameters,
  type OwnParameters,
  parameterNames,
} from '../../../../src/shared/service/requestParameters.ts';
import { readSchema, schemaText } from '../../../../src/shared/service/responseFormat.ts';
import { readConversationHead } from '../../../../src/shared/conversation/storedConversation.ts';
import { isViewToHost } from '../../../../src/shared/panel/panelProtocol.ts';

describe('mergeParameters', () => {
  it("puts the conversation's before the connection's, and leaves out what nobody set", () => {
    assert.deepEqual(
      mergeParameters({ temperature: 0.2, max_tokens: 5 }, { temperature: 0, top_p: undefined }),
      { temperature: 0, max_tokens: 5 },
    );
    assert.deepEqual(mergeParameters(), {});
    assert.deepEqual(mergeParameters({ top_p: 1, max_tokens: 5 }, { top_p: null, stop: null }), {
      max_tokens: 5,
    });
  });
});

describe('stored parameters', () => {
  const head = { id: 'c', createdAt: 1 };
  const target = { connectionId: 'x', model: 'm' };

  it('come back with the conversation', () => {
    const whole = { ...head, parameters: { stop: ['a'] }, target };
    assert.deepEqual(readConversationHead(whole), whole);
  });

  it('are those of today, with fields that are not known', () => {
    const parameters = {
      thinkingEffort: 'low',
      thinkingField: 'reasoning',
      seed: -7,
      presence_penalty: -2,
      frequency_penalty: null,
      response_format: {
        type: 'json_schema',
        json_schema: { name: 'x', schema: {}, strict: true },
      },
      fields: { top_k: 5, ['__proto__']: { a: 1 }, nested: [null, {}] },
      later: 1,
    };
    const whole: unknown = JSON.parse(JSON.stringify({ ...head, parameters }));
    assert.deepEqual(readConversationHead(whole), whole);
    const bad: readonly unknown[] = [
      { thinkingEffort: 'a b' },
      { thinkingEffort: 0 },
      { thinkingField: 'x' },
      { seed: 0.5 },
      { presence_penalty: 3 },
      { response_format: 'json' },
      { response_format: { type: 'json_schema', json_schema: { name: 'x' } } },
      { fields: [] },
      { fields: { model: 'x' } },
      { fields: { seed: 1 } },
      { fields: { n: 2 } },
      { fields: { pad: 'x'.repeat(70_000) } },
    ];
    for (const parameters of bad) {
      assert.deepEqual(readConversationHead({ ...head, parameters }), head);
      assert.equal(isViewToHost({ kind: 'setParameters', parameters }), false);
    }
  });

  it('cost no conversation when they cannot be used', () => {
    const parameters = { temperature: 9 };
    assert.deepEqual(readConversationHead({ ...head, parameters, target: 'x' }), head);
    assert.equal(readConversationHead({ parameters }), undefined);
  });
});

describe('parameterLines', () => {
  it('has a line for each that is sent, and for each that the chat turns off', () => {
    const schema = { type: 'json_schema', json_schema: { name: 'person', schema: {} } };
    assert.deepEqual(
      parameterLines(
        { temperature: 0, top_p: 1, thinkingEffort: 'high' },
        {
          thinkingEffort: 2048,
          thinkingField: 'enable_thinking',
          top_p: null,
          stop: ['a', 'b\n'],
          response_format: schema,
          fields: { top_k: 5, bias: Array(99).fill(0) },
        },
      ),
      [
        'Thinking effort 2048',
        'Thinking field enable_thinking',
        'temperature 0',
        'top_p not sent',
        'stop a, b\\n',
        'response_format json_schema person',
        'top_k 5',
        `bias [${'0,'.repeat(29)}…`,
      ],
    );
  });
});

describe('the text of a parameter', () => {
  it('is read as the same value', () => {
    const parameters: OwnParameters = {
      thinkingEffort: 'low',
      thinkingField: 'thinking',
      temperature: 0.5,
      top_p: 0,
      max_tokens: 9,
      stop: ['a\n', '\\'],
      seed: -1,
      presence_penalty: -2,
      frequency_penalty: 2,
      response_format: { type: 'json_object' },
    };
    for (const name of parameterNames) {
      const read = readParameter(name, parameterText(name, parameters));
      assert.deepEqual(read.set, { [name]: parameters[name] });
      assert.deepEqual(readParameter(name, ' ').set, name === 'stop' ? { stop: ' ' } : {});
    }
    assert.deepEqual(readParameter('thinkingEffort', ' 512 ').set, { thinkingEffort: 512 });
    assert.match(readParameter('response_format', '{').problem ?? '', /response_format/);
    assert.match(readParameter('seed', 'x').problem ?? '', /seed/);
  });
});

describe('the text of a schema', () => {
  const schema = { type: 'object' };
  const named = { name: 'x', description: 'd', schema };

  it('may be the schema, the schema with its name, or the whole field', () => {
    const plain = { type: 'json_schema', json_schema: { name: 'reply', schema } };
    const whole = { type: 'json_schema', json_schema: named };
    const strict = { ...whole, json_schema: { ...named, strict: true } };
    assert.deepEqual(readSchema(JSON.stringify(schema), false).format, plain);
    assert.deepEqual(readSchema(JSON.stringify(named), false).format, whole);
    assert.deepEqual(readSchema(JSON.stringify(strict), false).format, whole);
    assert.deepEqual(readSchema(JSON.stringify(whole), true).format, strict);
    for (const format of [plain, whole]) {
      assert.deepEqual(readSchema(schemaText(format), false).format, format);
    }
    for (const text of ['', '[]', '{', 'null', JSON.stringify({ a: 'x'.repeat(70_000) })]) {
      assert.equal(readSchema(text, false).format, undefined);
    }
  });
});

describe('the intent setParameters', () => {
  it('holds parameters in their ranges only', () => {
    const set = (parameters: unknown): boolean =>
      isViewToHost({ kind: 'setParameters', parameters });
    assert.equal(set({ temperature: 2, stop: 'x' }), true);
    assert.equal(set({}), true);
    for (const bad of [undefined, 'x', { temperature: 2.1 }, { max_tokens: 0 }, { stop: [1] }]) {
      assert.equal(set(bad), false);
    }
  });
});
