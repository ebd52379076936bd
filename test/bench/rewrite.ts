import { lineTexts } from '../../src/apply/textLines.ts';
import { createArrivingText } from '../../src/rewrite/arrivingText.ts';
import { fitArrived, type Original } from '../../src/rewrite/fitCode.ts';
import { arrivedCode } from '../../src/rewrite/replyCode.ts';
import { codeReply, openRewriteWindow } from '../e2e/rewrite/rewriteWindow.ts';
import { type Figure, repeat, valueFigure } from './figure.ts';
import { longestTask, traceMainThread } from './rendering/mainThreadTrace.ts';

const lineCount = 2000;
const old = Array.from({ length: lineCount }, (_, line) => `  const value${line} = read(${line});`);
/** Every third line is another one. */
const rewritten = old.map((line, index) => (index % 3 === 0 ? `${line} // checked` : line));

/** What a rewrite of 2,000 lines takes for each update of its diff: in the extension host, and in the window. */
export async function rewriting(): Promise<readonly Figure[]> {
  const runs = await repeat(async () => ({ longest: longestUpdateMs() }));
  const inHost = valueFigure(
    {
      name: 'longest update of a rewrite of 2,000 lines, extension host',
      arm: 'longest',
      goal: 16,
      unit: 'ms',
    },
    runs,
  );
  const longest = await longestTaskMs();
  const name = 'longest task of the window during that rewrite';
  const inWindow = { name, ratio: longest, goal: null, met: true, unit: 'ms', arms: { longest } };
  return [inHost, inWindow];
}

/** Processor time of an update after every ten lines, as of a service that sends a hundred lines a second. */
function longestUpdateMs(): number {
  const original: Original = {
    text: `${old.join('\n')}\n`,
    lineEnd: '\n',
    startsInLine: false,
    unit: 2,
  };
  const asked = { original: old, fence: '```' };
  const arriving = createArrivingText(lineTexts(original.text));
  let longest = 0;
  for (let count = 10; count <= lineCount; count += 10) {
    const reply = `\`\`\`ts\n${rewritten.slice(0, count).join('\n')}\n`;
    const before = process.cpuUsage();
    arriving.lines(fitArrived(arrivedCode(reply, asked), original)).join('\n');
    const { user, system } = process.cpuUsage(before);
    longest = Math.max(longest, (user + system) / 1000);
  }
  return longest;
}

/** The diff of a real window, in milliseconds. Most of it is VS Code's own. */
async function longestTaskMs(): Promise<number> {
  const window = await openRewriteWindow({ 'values.ts': `${old.join('\n')}\n` });
  try {
    const { page, service } = window;
    service.answer(codeReply(rewritten.join('\n')));
    await window.open('values.ts', 'value0 ');
    await page.keyboard.press('Control+a');
    await window.says('selected');
    const trace = await traceMainThread(page, async () => {
      await page.evaluate(() => void performance.mark('frame'));
      await window.rewrite('Check all of them');
      await window.says('Rewrite ready');
    });
    return longestTask(trace);
  } finally {
    await window.close();
  }
}
