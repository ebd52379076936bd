import { equal } from '../assert.ts';
import { anEndedTurn, openPanel, settings, type OpenPanel } from '../openPanel.ts';
import { pressKey, typeText } from '../realKeyboard.ts';

function opened(given = settings): OpenPanel {
  const panel = openPanel();
  panel.snapshot([anEndedTurn('1', 'text')], given);
  panel.get('.parameters-button').focus();
  panel.get('.parameters-button').click();
  return panel;
}

async function fill(panel: OpenPanel, name: string, text: string): Promise<void> {
  const box = panel.get(`#parameter-${name}`) as HTMLInputElement;
  box.focus();
  box.select();
  await typeText(text);
}

describe('the parameters', () => {
  it('are set for the conversation as they are typed', async () => {
    const panel = opened();
    equal(document.activeElement?.id, 'parameter-thinkingEffort');
    await fill(panel, 'temperature', '0');
    await fill(panel, 'max_tokens', '5');
    equal(panel.posted.at(-1), {
      kind: 'setParameters',
      parameters: { temperature: 0, max_tokens: 5 },
    });
    panel.events({ kind: 'parametersSet', parameters: { temperature: 0, max_tokens: 5 } });
    equal(panel.get('.parameters-button').title, 'Parameters: temperature 0, max_tokens 5');
  });

  it('give the focus back to their button, also if a command has opened them', async () => {
    const panel = openPanel();
    panel.snapshot([anEndedTurn('1', 'text')]);
    panel.box.blur();
    panel.tell({ kind: 'read', action: 'editParameters' });
    equal(document.activeElement?.id, 'parameter-thinkingEffort');
    await pressKey('Escape');
    equal(document.activeElement === panel.get('.parameters-button'), true);
  });

  it('say why a value cannot be sent, and do not set it', async () => {
    const panel = opened();
    await fill(panel, 'temperature', '3');
    equal(panel.posted.length, 1);
    const problem = panel.get('#parameter-temperature-problem').textContent.trim();
    equal(problem, 'Not used: temperature must be a number from 0 to 2.');
    equal(panel.get('#parameter-temperature').ariaInvalid, 'true');
    await fill(panel, 'max_tokens', 'many');
    equal(panel.posted.length, 1);
  });

  it('take stop sequences line by line', async () => {
    const panel = opened();
    await fill(panel, 'stop', 'END');
    equal(panel.posted.at(-1), { kind: 'setParameters', parameters: { stop: 'END' } });
    await pressKey('Enter');
    await typeText('a\\n\\\\n');
    equal(panel.posted.at(-1), {
      kind: 'setParameters',
      parameters: { stop: ['END', 'a\n\\n'] },
    });
  });

  it('advise against temperature with top_p, whoever set them', async () => {
    const target = { connection: 'Local', model: 'm1', parameters: { top_p: 0.5 } };
    const panel = opened({ target });
    const advice = (): string => panel.get('.parameters-advice').textContent.trim();
    equal(advice(), '');
    equal(panel.get('#parameter-top_p').getAttribute('placeholder'), '0.5 (connection)');
    equal(panel.get('.parameters-button').title, 'Parameters: top_p 0.5');
    await fill(panel, 'temperature', '1');
    equal(advice(), 'Set either temperature or top_p, not both.');
  });

  it('can keep a field of the connection from being sent', async () => {
    const target = { connection: 'Local', model: 'm1', parameters: { top_p: 0.5 } };
    const panel = opened({ target });
    equal(panel.root.querySelectorAll('.parameters [aria-pressed]').length, 1);
    const button = (): HTMLElement => panel.get('[aria-label="Do Not Send top_p"]');
    button().click();
    equal(panel.posted.at(-1), { kind: 'setParameters', parameters: { top_p: null } });
    equal(button().ariaPressed, 'true');
    const box = panel.get('#parameter-top_p') as HTMLInputElement;
    equal([box.placeholder, box.disabled], ['not sent', true]);
    panel.events({ kind: 'parametersSet', parameters: { top_p: null } });
    equal(panel.get('.parameters-button').title, 'Parameters: top_p not sent');
    await fill(panel, 'temperature', '1');
    equal(panel.get('.parameters-advice').textContent.trim(), '');
    equal(panel.posted.at(-1), {
      kind: 'setParameters',
      parameters: { top_p: null, temperature: 1 },
    });
    button().click();
    equal(panel.posted.at(-1), { kind: 'setParameters', parameters: { temperature: 1 } });
    equal([box.placeholder, box.disabled], ['0.5 (connection)', false]);
  });

  const thinking = { field: 'reasoning', efforts: ['none', 'low', 'high'] } as const;

  function choose(panel: OpenPanel, id: string, value: string): void {
    const list = panel.get(`#parameter-${id}`) as HTMLSelectElement;
    list.value = value;
    list.dispatchEvent(new Event('change', { bubbles: true }));
  }

  function optionsOf(panel: OpenPanel, id: string): readonly string[] {
    const list = panel.get(`#parameter-${id}`) as HTMLSelectElement;
    return [...list.options].map(({ text }) => text.trim());
  }

  it('offer the thinking efforts of the model, and how they are sent', () => {
    const panel = opened({ target: { connection: 'Local', model: 'm1', thinking } });
    equal(optionsOf(panel, 'thinkingEffort'), [
      'default',
      'none (no thinking)',
      'low',
      'high',
      'Other value…',
    ]);
    equal(panel.root.querySelector('#parameter-thinkingField'), null);
    choose(panel, 'thinkingEffort', 'low');
    equal(panel.posted.at(-1), { kind: 'setParameters', parameters: { thinkingEffort: 'low' } });
    equal(optionsOf(panel, 'thinkingField')[0], 'reasoning (usual for the service)');
    choose(panel, 'thinkingField', 'enable_thinking');
    equal(panel.posted.at(-1), {
      kind: 'setParameters',
      parameters: { thinkingEffort: 'low', thinkingField: 'enable_thinking' },
    });
    choose(panel, 'thinkingField', '');
    choose(panel, 'thinkingEffort', '');
    equal(panel.posted.at(-1), { kind: 'setParameters', parameters: {} });
  });

  it('take another effort, as a name or as a number of tokens', async () => {
    const panel = opened({ target: { connection: 'Local', model: 'm1', thinking } });
    choose(panel, 'thinkingEffort', '+');
    await fill(panel, 'otherEffort', '2048');
    equal(panel.posted.at(-1), { kind: 'setParameters', parameters: { thinkingEffort: 2048 } });
    await fill(panel, 'otherEffort', 'ultra');
    equal(panel.posted.at(-1), { kind: 'setParameters', parameters: { thinkingEffort: 'ultra' } });
    await fill(panel, 'otherEffort', 'a b');
    equal(panel.posted.at(-1), { kind: 'setParameters', parameters: {} });
    equal(panel.get('#parameter-otherEffort-problem').textContent.includes('Not used'), true);
    choose(panel, 'thinkingEffort', 'high');
    equal(panel.root.querySelector('#parameter-otherEffort'), null);
    equal(panel.posted.at(-1), { kind: 'setParameters', parameters: { thinkingEffort: 'high' } });
  });

  it('can keep the effort of the connection from being sent', () => {
    const parameters = { thinkingEffort: 'low' };
    const panel = opened({ target: { connection: 'Local', model: 'm1', thinking, parameters } });
    equal(optionsOf(panel, 'thinkingEffort').slice(0, 2), ['low (connection)', 'not sent']);
    choose(panel, 'thinkingEffort', '-');
    equal(panel.posted.at(-1), { kind: 'setParameters', parameters: { thinkingEffort: null } });
    equal(panel.root.querySelector('#parameter-thinkingField'), null);
  });

  it('ask for JSON, with a schema once it can be read', async () => {
    const panel = opened();
    choose(panel, 'response_format', 'json_object');
    const posted = () => {
      const last = panel.posted.at(-1);
      return last?.kind === 'setParameters' ? last.parameters.response_format : 'nothing';
    };
    equal(posted(), { type: 'json_object' });
    choose(panel, 'response_format', 'json_schema');
    equal(posted(), undefined);
    panel.get('.parameters-more > summary').click();
    panel.get('#parameter-schema').focus();
    await typeText('{"type": "array"');
    equal(posted(), undefined);
    equal(panel.get('#parameter-schema-problem').textContent.includes('JSON Schema'), true);
    await typeText('}');
    const json_schema = { name: 'reply', schema: { type: 'array' } };
    equal(posted(), { type: 'json_schema', json_schema });
    panel.get('.parameter-check input').click();
    equal(posted(), { type: 'json_schema', json_schema: { ...json_schema, strict: true } });
    const own = { response_format: { type: 'json_schema', json_schema } };
    panel.events({ kind: 'parametersSet', parameters: own });
    equal(panel.get('.parameters-button').title, 'Parameters: response_format json_schema reply');
    choose(panel, 'response_format', '');
    equal(posted(), undefined);
  });

  it('take further fields by name and JSON value, and say why one cannot be set', async () => {
    const panel = opened();
    panel.get('.parameters-more > summary').click();
    panel.get('#parameter-add-field').click();
    equal(document.activeElement?.id, 'parameter-field-0-name');
    await typeText('min_p');
    await fill(panel, 'field-0-value', '0.05');
    const fields = { min_p: 0.05 };
    equal(panel.posted.at(-1), { kind: 'setParameters', parameters: { fields } });
    panel.get('#parameter-add-field').click();
    await fill(panel, 'field-1-value', 'true');
    const problems: readonly (readonly [name: string, problem: RegExp])[] = [
      ['model', /“model” cannot be set here/],
      ['messages', /“messages” cannot be set here/],
      ['stream', /“stream” cannot be set here/],
      ['n', /“n” is not supported/],
      ['seed', /“seed” has a field of its own/],
      ['min_p', /“min_p” is set twice/],
    ];
    for (const [name, problem] of problems) {
      await fill(panel, 'field-1-name', name);
      equal(problem.test(panel.get('#parameter-field-1-problem').textContent), true, name);
      equal(panel.posted.at(-1), { kind: 'setParameters', parameters: { fields } });
    }
    await fill(panel, 'field-1-name', 'logprobs');
    equal(panel.posted.at(-1), {
      kind: 'setParameters',
      parameters: { fields: { min_p: 0.05, logprobs: true } },
    });
    panel.get('[aria-label="Remove Field 1"]').click();
    equal(panel.posted.at(-1), {
      kind: 'setParameters',
      parameters: { fields: { logprobs: true } },
    });
    equal(document.activeElement?.id, 'parameter-add-field');
  });

  it('say what the model is not listed to take, and take it nevertheless', async () => {
    const listed = { notListed: ['top_p', 'seed'], maxOutputTokens: 8192 } as const;
    const panel = opened({ target: { connection: 'Local', model: 'm1', ...listed } });
    const label = (name: string) =>
      panel.get(`label[for=parameter-${name}]`).textContent.replaceAll(/\s+/g, ' ').trim();
    equal(label('temperature'), 'temperature 0 to 2');
    equal(label('top_p'), 'top_p 0 to 1 · not listed for this model');
    equal(label('max_tokens'), 'max_tokens 1 to 8,192');
    equal(label('seed'), 'seed whole number · not listed for this model');
    await fill(panel, 'top_p', '1');
    equal(panel.posted.at(-1), { kind: 'setParameters', parameters: { top_p: 1 } });
  });

  it('keep fields that this version does not know', async () => {
    const panel = opened();
    const parameters = { temperature: 1, later: { a: 1 } };
    panel.events({ kind: 'parametersSet', parameters });
    await fill(panel, 'top_p', '1');
    equal(panel.posted.at(-1), { kind: 'setParameters', parameters: { ...parameters, top_p: 1 } });
  });

  it('list the adjustments for the model, and reset them on a click', () => {
    const adjustments = [
      { field: 'max_tokens', sentAs: 'max_completion_tokens' },
      { field: 'seed' },
    ] as const;
    const panel = opened({ target: { connection: 'Local', model: 'm1', adjustments } });
    equal(
      panel.get('.parameters-changes p').textContent,
      'For this model: max_tokens is sent as max_completion_tokens; seed is left out',
    );
    panel.get('.parameters-changes button').click();
    equal(panel.posted.at(-1), { kind: 'forgetRequestChanges' });
    equal(document.activeElement?.id, 'parameter-thinkingEffort');
    panel.tell({ kind: 'settings', settings });
    equal(panel.root.querySelector('.parameters-changes'), null);
  });

  it('go back to the default with Reset and with an empty box', async () => {
    const panel = opened();
    await fill(panel, 'temperature', '1');
    await pressKey('Backspace');
    equal(panel.posted.at(-1), { kind: 'setParameters', parameters: {} });
    await fill(panel, 'top_p', '1');
    panel.get('.parameters-end .text-button').click();
    equal(panel.posted.at(-1), { kind: 'setParameters', parameters: {} });
    equal((panel.get('#parameter-top_p') as HTMLInputElement).value, '');
    equal(panel.get('.parameters-button').title, 'Parameters: service defaults');
  });

  it('open above the composer, also in a wide panel', () => {
    const panel = openPanel();
    panel.root.style.width = '1500px';
    panel.snapshot([]);
    panel.get('.parameters-button').click();
    const { left, bottom } = panel.get('.parameters').getBoundingClientRect();
    const box = panel.get('.footer .composer').getBoundingClientRect();
    equal([left, box.left > 200], [box.left, true]);
    equal(bottom <= box.top, true);
  });

  it('close with Escape, which stops no reply', async () => {
    const panel = opened();
    await pressKey('Escape');
    equal(panel.get('.parameters').matches(':popover-open'), false);
    equal(panel.posted.length, 1);
    equal(document.activeElement === panel.get('.parameters-button'), true);
  });

  it('show what the conversation has when they are opened again', async () => {
    const panel = opened();
    await fill(panel, 'temperature', '7');
    await pressKey('Escape');
    panel.events({ kind: 'parametersSet', parameters: { temperature: 0.5 } });
    panel.get('.parameters-button').click();
    equal((panel.get('#parameter-temperature') as HTMLInputElement).value, '0.5');
  });

  it('close when another conversation is shown', () => {
    const panel = openPanel();
    const show = (id: string): void => {
      const conversation = { id, createdAt: 0, turns: [] };
      panel.tell({ kind: 'snapshot', conversation, settings });
    };
    show('a');
    panel.tell({ kind: 'read', action: 'editParameters' });
    equal(panel.get('.parameters').matches(':popover-open'), true);
    show('a');
    equal(panel.get('.parameters').matches(':popover-open'), true);
    show('b');
    equal(panel.get('.parameters').matches(':popover-open'), false);
  });
});
