import { equal } from '../assert.ts';

const violations: string[] = [];

document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) => {
  violations.push(`${violatedDirective} ${blockedURI}`);
});

afterEach('nothing has tried what the content security policy forbids', () => {
  equal(violations.splice(0), []);
});
