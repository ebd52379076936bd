import assert from 'node:assert/strict';
import * as vscode from 'vscode';
import { modelItems } from '../../src/host/modelItems.ts';
import { until } from '../support/until.ts';
import { activated } from './activated.ts';

describe('modelItems', () => {
  const models = [
    { id: 'b', owned_by: 'two', created: 0 },
    { id: 'a', owned_by: 'one', created: 1_700_000_000 },
    { id: 'B', owned_by: 'two' },
  ];

  it('groups by owner and marks the current model', () => {
    const items = modelItems(models, 'a', '');
    assert.deepEqual(
      items.map(({ label }) => label),
      ['two', 'b', 'B', 'one', '$(check) a'],
    );
    assert.equal(items[0]?.kind, vscode.QuickPickItemKind.Separator);
  });

  it('shows how much a model takes, where the list says so', () => {
    const model = { id: 'm', max_model_len: 500 };
    const [, item] = modelItems([model], undefined, '');
    assert.equal(item?.description, '500 tokens of context');
  });

  it('shows no date for the placeholder 0', () => {
    const items = modelItems(models, undefined, '');
    assert.equal(items.find(({ modelId }) => modelId === 'b')?.description, '');
    assert.match(items.find(({ modelId }) => modelId === 'a')?.description ?? '', /2023/);
  });

  it('offers a typed id that is not in the list, compared exactly', () => {
    assert.equal(modelItems(models, undefined, 'A').at(-1)?.modelId, 'A');
    assert.equal(modelItems(models, undefined, 'a').at(-1)?.modelId, 'a');
    assert.equal(modelItems(models, undefined, 'a').length, 5);
  });

  it('shows ids and owners as text: no icon, nothing unseen', () => {
    const [owner, model] = modelItems(
      [{ id: 'a\u202eb\n$(trash)', owned_by: '$(zap)' }],
      undefined,
      '',
    );
    assert.equal(owner?.label, '$(zap)', 'A separator shows no icons.');
    assert.equal(model?.label, String.raw`a\u{202e}b\u{a}\$(trash)`);
    assert.equal(model?.modelId, 'a\u202eb\n$(trash)');
  });
});

describe('the model picker', () => {
  it('lists the models of the connection and remembers the choice', async () => {
    const { actions, context } = await activated();
    const {
      choice,
      models: { catalogue },
    } = actions.services;
    const demo = choice.current()?.connection;
    assert.ok(demo);
    await choice.choose('demo', 'demo-tour');
    const picking = vscode.commands.executeCommand('parley.chooseModel');
    await until('the list is there', () => catalogue.peek(demo));
    await vscode.commands.executeCommand('workbench.action.quickOpenSelectNext');
    await until('the choice has changed', async () => {
      await vscode.commands.executeCommand('workbench.action.acceptSelectedQuickOpenItem');
      return choice.current()?.model !== 'demo-tour';
    });
    await picking;
    const model = choice.current()?.model;
    assert.ok(catalogue.peek(demo)?.models.some(({ id }) => id === model));
    assert.deepEqual(context.globalState.get('parley.target'), { connectionId: 'demo', model });
  });

  it('remembers the model of each conversation', async () => {
    const { actions } = await activated();
    const { choice } = actions.services;
    const first = actions.session.conversation;
    await actions.sender.send({ text: 'One', context: [] });
    await until('the reply has ended', () => !actions.session.isRunning);
    const stored = actions.session.conversation;
    assert.equal(stored.id, first.id);
    actions.session.show();
    await choice.choose('demo', 'demo-long');
    assert.equal(choice.current()?.model, 'demo-long');
    actions.session.show(stored);
    assert.equal(choice.current()?.model, 'demo-echo');
    await choice.choose('demo', 'demo-tour');
    assert.deepEqual(actions.session.conversation.target, {
      connectionId: 'demo',
      model: 'demo-tour',
    });
  });
});
