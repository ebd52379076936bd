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
    equal(panel.get('.parameters-label').textContent, '2 set');
    equal(panel.get('.parameters-button').title, 'temperature 0\nmax_tokens 5');
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
    equal(panel.get('.parameters-label').textContent, 'top_p 0.5');
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
    equal(panel.get('.parameters-label').textContent, 'top_p not sent');
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
    equal(panel.get('.parameters-label').textContent, 'default');
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
