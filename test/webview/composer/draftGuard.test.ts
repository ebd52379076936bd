import { until } from '../../support/until.ts';
import { aTurn } from '../../support/builders.ts';
import type { FoundInText, NumberedFinding } from '../../../src/shared/guard/finding.ts';
import { equal } from '../assert.ts';
import { openPanel, type OpenPanel } from '../openPanel.ts';
import { pressKey, typeText } from '../realKeyboard.ts';

/** What stands for a secret; the host decides what is one. */
const secret = 'S3CR3T';
const mask = '[masked: AWS key 1]';

const nothing: FoundInText = { findings: [], isPartial: false };

function finding(text: string): NumberedFinding {
  const start = text.indexOf(secret);
  return { kind: 'key', subject: 'AWS', id: 1, mask, start, end: start + secret.length };
}

function foundIn(text: string): FoundInText {
  return text.includes(secret) ? { findings: [finding(text)], isPartial: false } : nothing;
}

const item = { path: 'a.ts', languageId: 'typescript', startLine: 1, endLine: 2 };

function opened(): OpenPanel {
  const panel = openPanel();
  panel.snapshot([]);
  panel.box.focus();
  return panel;
}

/** Waits until the page has asked about a text, and answers as the host would. */
async function answered(panel: OpenPanel, text: string): Promise<void> {
  await until('the text is checked', () => panel.checks.at(-1)?.texts.includes(text) === true);
  const last = panel.checks.at(-1);
  panel.tell({
    kind: 'checkedTexts',
    check: last?.check,
    found: last?.texts.map(foundIn),
  });
}

function words(panel: OpenPanel): string {
  const line = panel.get('.guard-line');
  return line.hidden ? '' : panel.get('.guard-words').innerText;
}

function press(panel: OpenPanel, label: string): void {
  const buttons = [...panel.root.querySelectorAll<HTMLElement>('.guard-buttons button')];
  const button = buttons.find(({ innerText }) => innerText.trim() === label);
  if (button === undefined) {
    throw new Error(`There is no button ${label}.`);
  }
  button.click();
}

/** Presses Enter until the message is posted again: right after it was held back, the key does nothing. */
async function sendOnceMore(panel: OpenPanel): Promise<void> {
  const count = sends(panel).length;
  await until('it is posted again', async () => {
    await pressKey('Enter');
    return sends(panel).length > count;
  });
}

function sends(panel: OpenPanel) {
  return panel.posted.filter(({ kind }) => kind === 'send');
}

function holdBack(panel: OpenPanel, text: FoundInText, ...context: readonly FoundInText[]): void {
  panel.tell({ kind: 'heldBack', found: { text, context } });
}

describe('the line of the guard', () => {
  it('says below the box what was found in the text, to screen readers as well', async () => {
    const panel = opened();
    await typeText(`use ${secret} here`);
    equal(words(panel), '');
    await answered(panel, `use ${secret} here`);
    equal(words(panel), 'Check before sending: AWS key.');
    equal(panel.get('.guard-words').getAttribute('role'), 'status');
    equal(document.activeElement === panel.box, true);
  });

  it('goes when the text is harmless again', async () => {
    const panel = opened();
    await typeText(secret);
    await answered(panel, secret);
    await pressKey('Backspace');
    await answered(panel, secret.slice(0, -1));
    equal(words(panel), '');
  });

  it('ignores answers about a text of before', async () => {
    const panel = opened();
    await typeText(secret);
    await until('it is checked', () => panel.checks.length > 0);
    const first = panel.checks.at(-1);
    await typeText('!');
    await answered(panel, `${secret}!`);
    panel.tell({ kind: 'checkedTexts', check: first?.check, found: [nothing] });
    equal(words(panel), 'Check before sending: AWS key.');
  });

  it('says which texts are too long to be checked', async () => {
    const panel = opened();
    await typeText('a');
    await until('it is checked', () => panel.checks.length > 0);
    const check = panel.checks.at(-1)?.check;
    panel.tell({ kind: 'checkedTexts', check, found: [{ findings: [], isPartial: true }] });
    equal(words(panel), 'The message is too long to be checked completely.');
    equal(panel.root.querySelectorAll('.guard-buttons button').length, 0);
  });

  it('masks in the box, which the user can undo', async () => {
    const panel = opened();
    await typeText(`use ${secret} here`);
    await answered(panel, `use ${secret} here`);
    press(panel, 'Mask');
    equal(panel.box.value, `use ${mask} here`);
    equal(panel.posted.at(-1), { kind: 'maskFindings', ids: [1] });
    equal(words(panel), '');
    equal(document.activeElement === panel.box, true);
    document.execCommand('undo');
    equal(panel.box.value, `use ${secret} here`);
    await answered(panel, panel.box.value);
    equal(words(panel), 'Check before sending: AWS key.');
  });

  it('masks the text as it is now, if that has changed since', async () => {
    const panel = opened();
    await typeText(secret);
    await answered(panel, secret);
    await typeText('? and more');
    panel.box.setSelectionRange(0, 0);
    await typeText('see ');
    press(panel, 'Mask');
    await answered(panel, `see ${secret}? and more`);
    equal(panel.box.value, `see ${mask}? and more`);
  });

  it('removes from the text, and attachments as a whole', async () => {
    const panel = opened();
    panel.tell({
      kind: 'addContext',
      items: [
        { ...item, text: `a ${secret}` },
        { ...item, path: 'b.ts', text: 'harmless' },
      ],
    });
    await typeText(`x${secret}y`);
    await answered(panel, `x${secret}y`);
    press(panel, 'Remove');
    equal(panel.box.value, 'xy');
    equal(panel.root.querySelectorAll('.attachments .chip').length, 1);
    equal(words(panel), '');
  });

  it('sends as it is on Send Anyway', async () => {
    const panel = opened();
    await typeText(secret);
    await answered(panel, secret);
    press(panel, 'Send Anyway');
    equal(sends(panel), [{ kind: 'send', text: secret, allowed: [1] }]);
  });
});

describe('a message that the host holds back', () => {
  it('stays in the box; the line says so, and Enter once more sends it', async () => {
    const panel = opened();
    await typeText(secret);
    await pressKey('Enter');
    equal(sends(panel), [{ kind: 'send', text: secret }]);
    holdBack(panel, foundIn(secret));
    equal(words(panel), 'Not sent because of: AWS key. Send again to send it anyway.');
    equal(panel.box.value, secret);
    equal(document.activeElement === panel.box, true);
    await sendOnceMore(panel);
    equal(sends(panel).at(-1), { kind: 'send', text: secret, allowed: [1] });
    panel.events({
      kind: 'turnStarted',
      turn: aTurn('1', { user: { text: secret, context: [] } }),
    });
    equal(panel.box.value, '');
    equal(words(panel), '');
  });

  it('is not sent by a key that is held down, or pressed twice', async () => {
    const panel = opened();
    await typeText(secret);
    await pressKey('Enter');
    holdBack(panel, foundIn(secret));
    const repeated = { key: 'Enter', repeat: true, bubbles: true, cancelable: true };
    panel.box.dispatchEvent(new KeyboardEvent('keydown', repeated));
    equal(sends(panel).length, 1);
  });

  it('is asked about again after it was changed', async () => {
    const panel = opened();
    await typeText(secret);
    await pressKey('Enter');
    holdBack(panel, foundIn(secret));
    await typeText('!');
    await pressKey('Enter');
    equal(sends(panel).at(-1), { kind: 'send', text: `${secret}!` });
  });

  it('has the host mask a file that is read again', async () => {
    const panel = opened();
    const file = { ...item, text: 'old', uri: 'file:///a.ts' };
    panel.tell({ kind: 'addContext', items: [file] });
    await pressKey('Enter');
    holdBack(panel, nothing, foundIn(`now ${secret}`));
    const chip = panel.get('.attachments .chip');
    equal(chip.classList.contains('is-suspicious'), true);
    press(panel, 'Mask');
    equal(panel.posted.at(-1), { kind: 'maskFindings', ids: [1] });
    const after = panel.get('.attachments .chip');
    equal(after.classList.contains('is-suspicious'), false);
    equal(after.title.includes('Contains masked values'), true);
    await pressKey('Enter');
    equal(sends(panel).at(-1), { kind: 'send', text: '', context: [file] });
  });
});

describe('the line about what was found', () => {
  const short = 'AWS';
  const long =
    'the password of a connection that is named in a file of the workspace, and in another one as well';
  const cases = [
    { width: 800, subject: short, isBeside: true },
    { width: 800, subject: long, isBeside: false },
    { width: 300, subject: short, isBeside: false },
  ];
  for (const { width, subject, isBeside } of cases) {
    const where = isBeside ? 'at the height of' : 'below';
    it(`has its buttons ${where} ${subject.length} characters in a panel of ${width} px`, async () => {
      await window.setPageWidth(width);
      try {
        const panel = opened();
        await typeText(secret);
        await until('it is checked', () => panel.checks.length > 0);
        const found = [{ findings: [{ ...finding(secret), subject }], isPartial: false }];
        panel.tell({ kind: 'checkedTexts', check: panel.checks.at(-1)?.check, found });
        const [words, button] = ['.guard-words', '.guard-buttons span'].map((part) => {
          const text = document.createRange();
          text.selectNodeContents(panel.get(part));
          return text.getBoundingClientRect();
        });
        const [top, buttonTop] = [words?.top ?? NaN, button?.top ?? NaN];
        equal(
          isBeside ? Math.abs(buttonTop - top) < 1 : buttonTop >= (words?.bottom ?? NaN),
          true,
          `${top} and ${buttonTop} px`,
        );
        const line = panel.get('.guard-line').getBoundingClientRect();
        equal(isBeside || (words?.right ?? 0) > line.right - 160, true, 'the words have the width');
      } finally {
        await window.setPageWidth();
      }
    });
  }
});

describe('a chip with something that was found', () => {
  it('has a warning with words, and its masked text in the message', async () => {
    const panel = opened();
    panel.tell({ kind: 'addContext', items: [{ ...item, text: `a ${secret} b` }] });
    await answered(panel, `a ${secret} b`);
    const chip = panel.get('.attachments .chip');
    equal(chip.title.split('\n').at(-1), 'Contains: AWS key');
    equal(panel.get('.chip-warning').getAttribute('aria-label'), 'Contains: AWS key');
    press(panel, 'Mask');
    equal(panel.root.querySelector('.chip-warning'), null);
    await pressKey('Enter');
    equal(sends(panel).at(-1), {
      kind: 'send',
      text: '',
      context: [{ ...item, text: `a ${mask} b` }],
    });
  });

  it('is checked once, and again in another chat', async () => {
    const panel = opened();
    panel.tell({ kind: 'addContext', items: [{ ...item, text: 'harmless' }] });
    await answered(panel, 'harmless');
    await typeText('a');
    await answered(panel, 'a');
    equal(panel.checks.at(-1)?.texts, ['a']);
    const conversation = { id: 'other', createdAt: 0, turns: [] };
    panel.tell({ kind: 'snapshot', conversation, settings: {} });
    await until('both are checked', () => panel.checks.at(-1)?.texts.length === 2);
  });
});
