import { html, nothing, type TemplateResult } from 'lit';
import type { TestResult } from '../shared/connectionsProtocol.ts';
import { icon } from './element.ts';

/** What came of a test, or that it is under way. */
export function testView(test: TestResult | 'running' | undefined): TemplateResult {
  return html`<div class="connection-test" role="status">
    ${test === undefined ? nothing : words(test)}
  </div>`;
}

function words(test: TestResult | 'running'): TemplateResult {
  if (test === 'running') {
    return html`<p class="quiet">Asking for the list of models…</p>`;
  }
  if (test.works) {
    return html`<p class="works">${icon('pass')}<span>${test.tried}</span></p>`;
  }
  return html`<div class="problem">
    ${icon('error')}
    <div>
      <p><strong>${test.title}</strong></p>
      <p dir="auto">${test.happened}</p>
      <p>${test.advice}</p>
    </div>
  </div>`;
}
