import assert from 'node:assert/strict';
import { diagnosisText } from '../../../../src/host/diagnosis/diagnosisText.ts';

describe('diagnosisText', () => {
  it('is Markdown in which what a service says is no markup and stays on its line', () => {
    const { text, buttons } = diagnosisText({
      connection: 'Own\n# Title',
      address: 'https://host/v1',
      model: '<img>',
      startedAt: 0,
      isRunning: false,
      findings: [
        {
          step: 'models',
          status: 'problem',
          cause: 'webPage',
          title: 'A *web* page',
          tried: 'GET https://host/v1/models',
          facts: ['It said: “[x](command:y)\n## z”'],
          advice: ['Check the address.'],
          action: 'editConnection',
        },
      ],
    });
    assert.equal(
      text.replace(/VS Code [\d.]+/, 'VS Code 1'),
      `# Connection Diagnosis

Own # Title · https://host/v1 · \\<img> · 1970-01-01 00:00 UTC · VS Code 1

**Problem: A *web* page**

## ✗ Model list: A *web* page (webPage)

- Tried: GET https://host/v1/models
- It said: “[x\\](command:y) ## z”

1. Check the address.
`,
    );
    assert.deepEqual(buttons, [
      { line: 0, id: 'runAgain' },
      { line: 0, id: 'copyReport' },
      { line: 0, id: 'showLog' },
      { line: 6, id: 'editConnection' },
    ]);
  });

  it('begins with what is wrong once all is checked, and until then is in the order of the steps', () => {
    const finding = {
      tried: undefined,
      facts: [],
      advice: [],
      action: undefined,
      cause: undefined,
    };
    const headings = (isRunning: boolean) =>
      diagnosisText({
        connection: 'Own',
        address: 'https://host/v1',
        startedAt: 0,
        isRunning,
        findings: [
          { ...finding, step: 'port', status: 'fine', title: 'host:443' },
          { ...finding, step: 'models', status: 'problem', title: 'Key rejected' },
        ],
      })
        .text.split('\n')
        .filter((line) => line.startsWith('## '));
    assert.deepEqual(headings(true), ['## ✓ Port: host:443', '## ✗ Model list: Key rejected']);
    assert.deepEqual(headings(false), headings(true).toReversed());
  });
});
