import assert from 'node:assert/strict';
import { diagnosisReport } from '../../../../src/host/diagnosis/diagnosisReport.ts';

describe('diagnosisReport', () => {
  it('is Markdown in which what a service says is no markup and stays on its line', () => {
    const report = diagnosisReport({
      connectionId: 'own',
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
        },
      ],
    });
    assert.equal(
      report.replace(/- VS Code: .*/, '- VS Code: 1'),
      `# Connection Diagnosis

- Connection: Own \\# Title
- Address: https://host/v1
- Model: \\<img\\>
- Time: 1970-01-01T00:00:00.000Z
- VS Code: 1

**1 problem found: A \\*web\\* page**

## Model list: A \\*web\\* page

- Problem (webPage)
- Tried: GET https://host/v1/models
- It said: “\\[x\\](command:y) \\#\\# z”
- → Check the address.
`,
    );
  });
});
