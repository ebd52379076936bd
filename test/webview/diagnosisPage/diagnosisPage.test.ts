import { diagnosisActions, diagnosisSteps } from '../../../src/shared/diagnosis/diagnosis.ts';
import { until } from '../../support/until.ts';
import { equal } from '../assert.ts';
import { attacks } from '../hostileAttacks.ts';
import { usePageStyle } from '../pageStyle.ts';
import { pressKey } from '../realKeyboard.ts';
import { aDiagnosis, aFinding, openDiagnosis } from './openDiagnosis.ts';

const refused = aFinding('port', {
  status: 'problem',
  title: 'Connection refused',
  cause: 'portRefused',
  tried: 'TCP a.example:443',
  facts: ['ECONNREFUSED', 'Nothing listens there.'],
  advice: ['Start the service.', 'Or correct the port.'],
  action: 'editConnection',
});

function words(node: Element): string {
  return node.textContent.replaceAll(/\s+/g, ' ').trim();
}

describe('the page of a diagnosis', () => {
  before(async () => usePageStyle('diagnosisStyle'));
  after(async () => usePageStyle(undefined));

  it('asks for the diagnosis, and shows nothing before it is there', () => {
    const page = openDiagnosis();
    equal(page.posted, [{ kind: 'ready' }]);
    equal(words(page.root), '');
  });

  it('shows each status in words and by an icon, in the order of the steps', () => {
    const page = openDiagnosis();
    const statuses = ['fine', 'warning', 'problem', 'skipped', 'running'] as const;
    const findings = statuses.map((status, index) =>
      aFinding(diagnosisSteps[index] ?? 'usage', { status, title: `T${index}` }),
    );
    page.show(aDiagnosis(findings, { isRunning: true }));
    const steps = [...page.root.querySelectorAll('ol > li')];
    equal(steps.map(words), [
      'Sent from T0 OK',
      'Proxy T1 Warning',
      'Host name T2 Problem',
      'Port T3 Not checked',
      'Certificate T4 Checking…',
    ]);
    const icons = steps.map((step) => step.querySelector('.codicon')?.className ?? '');
    equal(new Set(icons).size, 5);
    equal(
      steps.every((step) => step.querySelector('.codicon')?.ariaHidden === 'true'),
      true,
    );
    equal(words(page.root.querySelector('.diagnosis-summary') ?? page.root), 'T4');
  });

  it('shows what was tried, what came back, what to do, and the name and address', () => {
    const page = openDiagnosis();
    page.show(aDiagnosis([refused]));
    const step = page.step('port');
    equal(step.querySelector('code')?.textContent, 'TCP a.example:443');
    equal([...step.querySelectorAll('.step-tried ~ p')].map(words), [
      'ECONNREFUSED',
      'Nothing listens there.',
    ]);
    equal([...step.querySelectorAll('.step-advice p')].map(words), [
      'Start the service.',
      'Or correct the port.',
    ]);
    equal(words(page.root).includes('Work https://a.example/v1'), true);
    equal(words(page.root).includes('1 problem found: Connection refused'), true);
  });

  it('names the outcome: the first problem before a warning, nothing, or that it was stopped', () => {
    const page = openDiagnosis();
    const warning = aFinding('proxy', { status: 'warning', title: 'Odd proxy' });
    const summary = () => words(page.root.querySelector('.diagnosis-summary') ?? page.root);
    page.show(aDiagnosis([warning, refused, { ...refused, step: 'models', title: 'Late' }]));
    equal(summary(), '2 problems found. The first: Connection refused');
    page.show(aDiagnosis([warning]));
    equal(summary(), '1 warning: Odd proxy');
    page.show(aDiagnosis([aFinding('port')]));
    equal(summary(), 'No problem found.');
    page.show(aDiagnosis([aFinding('port')], { isStopped: true }));
    equal(summary(), 'Stopped before the end. No problem found so far.');
  });

  it('posts every action, and everything else that the user can do', () => {
    const page = openDiagnosis();
    const findings = diagnosisActions.map((action, index) =>
      aFinding(diagnosisSteps[index] ?? 'usage', { status: 'problem', action }),
    );
    const offer = { kind: 'token', text: 'It costs 1.', button: 'Ask for it' } as const;
    page.show(aDiagnosis(findings, { offer }));
    equal(page.root.querySelectorAll('ol vscode-button').length, diagnosisActions.length);
    for (const button of page.root.querySelectorAll<HTMLElement>('ol vscode-button')) {
      button.click();
    }
    equal(words(page.root).includes('It costs 1.'), true);
    for (const name of ['Ask for it', 'Run Again', 'Copy Report', 'Show Log']) {
      page.button(name).click();
    }
    page.show(aDiagnosis(findings, { isRunning: true }));
    page.button('Stop').click();
    equal(page.posted, [
      { kind: 'ready' },
      ...diagnosisActions.map((action) => ({ kind: 'act', action })),
      ...['askForReply', 'runAgain', 'copyReport', 'showLog', 'stop'].map((kind) => ({ kind })),
    ]);
  });

  it('says what became of it, until the user wants something else', () => {
    const page = openDiagnosis();
    page.show(aDiagnosis([refused]));
    page.tell({ kind: 'said', text: 'It was copied.', isProblem: false });
    equal(words(page.root.querySelector('[role=status]') ?? page.root), 'It was copied.');
    page.button('Show Log').click();
    equal(words(page.root.querySelector('[role=status]') ?? page.root), '');
  });

  it('announces each finished step once, and the outcome', () => {
    const stored = {};
    const page = openDiagnosis(stored);
    const name = aFinding('name', { title: 'Host found', facts: ['1.2.3.4'] });
    const running = aFinding('port', { status: 'running', title: 'Port' });
    page.show(aDiagnosis([name, running], { isRunning: true }));
    page.show(aDiagnosis([name, running], { isRunning: true }));
    equal(page.announced(), ['OK: Host found']);
    const skipped = aFinding('models', { status: 'skipped', title: 'Model list' });
    page.show(aDiagnosis([name, refused], { isRunning: true }));
    page.show(aDiagnosis([name, refused, skipped]));
    page.show(aDiagnosis([name, refused, skipped]));
    equal(page.announced(), [
      'OK: Host found',
      'Problem: Connection refused\nECONNREFUSED\nNothing listens there.\nStart the service.\nOr correct the port.',
      '1 problem found: Connection refused',
    ]);
    // The tab was hidden and is shown again.
    const again = openDiagnosis(stored);
    again.show(aDiagnosis([name, refused, skipped]));
    equal(again.announced(), []);
    again.show(aDiagnosis([name], { isRunning: true }), 2);
    equal(again.announced(), ['OK: Host found']);
  });

  it('announces a reply that was asked for later, and the new outcome', () => {
    const page = openDiagnosis();
    const skipped = aFinding('reply', { status: 'skipped' });
    page.show(aDiagnosis([aFinding('models'), skipped]));
    page.show(aDiagnosis([aFinding('models'), aFinding('reply', { title: 'It answers' })]));
    equal(page.announced(), [
      'OK: Work',
      'No problem found.',
      'OK: It answers',
      'No problem found.',
    ]);
  });

  it('brings the first problem into view once, and leaves the focus alone', async () => {
    const page = openDiagnosis();
    const long = aFinding('place', { facts: Array.from({ length: 40 }, () => 'a fact') });
    page.show(aDiagnosis([long], { isRunning: true }));
    const copy = page.button('Copy Report');
    await focusOn(copy);
    window.scrollTo(0, 0);
    page.show(aDiagnosis([long, refused], { isRunning: true }));
    equal(isInView(page.step('port')), true, 'the problem is in view');
    equal(document.activeElement === copy, true, 'the focus stays');
    window.scrollTo(0, 0);
    page.show(aDiagnosis([long, refused, aFinding('models')]));
    equal(window.scrollY, 0, 'the reader may look elsewhere');
  });

  it('stops by the same button that runs again, which keeps the focus', async () => {
    const page = openDiagnosis();
    page.show(aDiagnosis([], { isRunning: true }));
    await focusOn(page.button('Stop'));
    await pressKey('Enter');
    page.show(aDiagnosis([], { isStopped: true }));
    equal(document.activeElement === page.button('Run Again'), true);
    await pressKey('Space');
    equal(
      page.posted.map(({ kind }) => kind),
      ['ready', 'stop', 'runAgain'],
    );
  });

  it('is reached by Tab from the first button to the last', async () => {
    const page = openDiagnosis();
    const offer = { kind: 'stream', text: 'x', button: 'Stream a Reply' } as const;
    page.show(aDiagnosis([refused], { offer }));
    await focusOn(page.button('Run Again'));
    for (const name of ['Copy Report', 'Show Log', 'Edit Connection', 'Stream a Reply']) {
      await pressKey('Tab');
      equal(document.activeElement?.textContent.trim(), name);
    }
  });

  it('shows hostile texts as texts: markup, control characters, megabytes', () => {
    const page = openDiagnosis();
    const hostile = [...attacks, '\u202Edesrever', '\u0000\u001B[31m', 'x'.repeat(2_000_000)];
    const finding = {
      status: 'problem',
      tried: hostile.join(' '),
      facts: [...hostile, ...Array.from({ length: 5000 }, () => 'y'.repeat(100))],
      advice: hostile,
    } as const;
    for (const text of hostile) {
      page.show(
        aDiagnosis([aFinding('port', { ...finding, title: text })], {
          connection: text,
          address: text,
          offer: { kind: 'token', text, button: text },
        }),
      );
      page.tell({ kind: 'said', text, isProblem: true });
    }
    equal(page.root.querySelectorAll('script, img, iframe, svg, a, base, style').length, 0);
    equal('attacked' in window, false);
    equal(/[\u202E\p{Cc}]/u.test(page.root.textContent.replaceAll('\n', '')), false);
    equal(page.root.textContent.includes(String.raw`\u{202e}desrever`), true);
    equal(page.root.textContent.length < 300_000, true, String(page.root.textContent.length));
    equal(
      page.announced().every((text) => text.length < 3000),
      true,
    );
  });

  it('keeps the characters that isolate a name', () => {
    const page = openDiagnosis();
    const fact = 'Host \u2068דוגמה\u2069: found';
    page.show(aDiagnosis([aFinding('name', { facts: [fact] })]));
    equal(page.step('name').querySelector('.step-content p')?.textContent, fact);
  });

  it('ignores what is no message of the host', () => {
    const page = openDiagnosis();
    page.show(aDiagnosis([refused]));
    const before = page.root.innerHTML;
    const diagnosis = aDiagnosis([refused]);
    for (const message of [
      undefined,
      'said',
      { kind: 'said' },
      { kind: '__proto__' },
      { kind: 'diagnosis', run: 'x', diagnosis },
      { kind: 'diagnosis', run: 1, diagnosis: { ...diagnosis, findings: [{ step: 'port' }] } },
      {
        kind: 'diagnosis',
        run: 1,
        diagnosis: { ...diagnosis, findings: [{ ...refused, step: 'x' }] },
      },
      { kind: 'diagnosis', run: 1, diagnosis: { ...diagnosis, offer: 'buy' } },
    ]) {
      page.post(message);
    }
    equal(page.root.innerHTML, before);
  });

  for (const direction of ['ltr', 'rtl'] as const) {
    for (const width of [300, 900]) {
      it(`fits into ${width} pixels, ${direction}`, async () => {
        await window.setPageWidth(width);
        document.documentElement.dir = direction;
        try {
          const page = openDiagnosis();
          const long = `${'verylong'.repeat(60)} ${'וארוך'.repeat(60)}`;
          const offer = { kind: 'token', text: long, button: long } as const;
          const finding = { ...refused, title: long, tried: long, facts: [long], advice: [long] };
          page.show(
            aDiagnosis([finding, aFinding('name')], { connection: long, address: long, offer }),
          );
          page.tell({ kind: 'said', text: long, isProblem: false });
          const { clientWidth } = document.documentElement;
          const wide = [...page.root.querySelectorAll('*')].filter((node) => {
            const { left, right } = node.getBoundingClientRect();
            return left < -0.5 || right > clientWidth + 0.5;
          });
          equal(
            wide.map(({ className, localName }) => `${localName}.${className}`),
            [],
          );
          // The icon stands where a line begins.
          const icon = page.step('port').querySelector('.codicon')?.getBoundingClientRect();
          const title = page.step('port').querySelector('.step-name')?.getBoundingClientRect();
          equal((icon?.left ?? 0) < (title?.left ?? 0), direction === 'ltr');
        } finally {
          document.documentElement.removeAttribute('dir');
          await window.setPageWidth();
        }
      });
    }
  }
});

function isInView(node: Element): boolean {
  const { top, bottom } = node.getBoundingClientRect();
  return top >= -1 && bottom <= window.innerHeight + 1;
}

/** A new custom element can take the focus only after it has rendered itself. */
async function focusOn(node: HTMLElement): Promise<void> {
  await until('it has the focus', () => {
    node.focus();
    return document.activeElement === node;
  });
}
