import { CodeLines } from '../../../src/webview/code/codeLines.ts';
import { equal } from '../assert.ts';

const linesOf = (count: number): string => 'let a = 1;\n'.repeat(count);

/** How many sections there are, and how many groups in each. */
function division({ node }: CodeLines): readonly number[] {
  return [...node.children].map(({ childElementCount }) => childElementCount);
}

describe('lines of code', () => {
  it('are in groups of 32, and these in sections of 32, so that the browser looks at few of them', () => {
    const code = new CodeLines(linesOf(2 * 1024));
    equal(division(code), [32, 32, 1]);
    equal(code.node.textContent === linesOf(2 * 1024), true);
    equal(
      [...code.node.querySelectorAll('.code-group')].every(
        ({ childElementCount }) => childElementCount <= 32,
      ),
      true,
    );
  });

  it('are divided the same however they arrive', () => {
    const whole = new CodeLines(linesOf(1100));
    const grown = new CodeLines('');
    for (const piece of linesOf(1100).match(/[^]{1,997}/g) ?? []) {
      grown.setFrom(grown.length, piece);
    }
    equal(grown.node.isEqualNode(whole.node), true);
  });

  it('leave no empty group or section behind', () => {
    const code = new CodeLines(linesOf(3000));
    code.setFrom(0, linesOf(40));
    equal(division(code), [2]);
    code.setFrom(code.length, linesOf(1000));
    equal(division(code), [32, 1]);
  });
});
