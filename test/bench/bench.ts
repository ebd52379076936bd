import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { projectFolder } from '../launch/projectFolders.ts';
import type { Figure } from './figure.ts';
import { history } from './chats/history.ts';
import { longChats } from './chats/longChats.ts';
import { manyChats } from './chats/manyChats.ts';
import { manyMessages, postedBytes, typing } from './rendering/panel.ts';
import { highlighting } from './rendering/highlighting.ts';
import { installPeers } from './peers.ts';
import { completionInManyFiles } from './workbench/manyFiles.ts';
import { againstVSCode, inWorkbench } from './workbench/workbench.ts';
import { largeRepliesInWorkbench, scriptInWorkbench } from './workbench/busyWorkbench.ts';
import { diffAsChip } from './workbench/diffChip.ts';
import { rewriting } from './rewrite.ts';
import { sizes } from './sizes.ts';
import { decoding, firstToken } from './service/service.ts';
import { frameAtLength, frameInBlock, longestFrame, wholeReply } from './rendering/rendering.ts';

/** The measurements by the word that selects one: `npm run bench -- whole frame`. */
const measurements: Readonly<Record<string, () => Promise<readonly Figure[]>>> = {
  decode: decoding,
  first: firstToken,
  whole: wholeReply,
  frame: frameAtLength,
  block: frameInBlock,
  longest: longestFrame,
  highlight: highlighting,
  bytes: postedBytes,
  messages: manyMessages,
  typing,
  history,
  chats: manyChats,
  memory: longChats,
  sizes,
  workbench: inWorkbench,
  script: scriptInWorkbench,
  large: largeRepliesInWorkbench,
  files: completionInManyFiles,
  diff: diffAsChip,
  rewrite: rewriting,
  vscode: againstVSCode,
};

/** `npm run bench`: measures what is named, or all; prints a table and writes `out/bench.json`. */
async function run(): Promise<void> {
  const named = process.argv.slice(2);
  const unknown = named.find((name) => !Object.hasOwn(measurements, name));
  if (unknown !== undefined) {
    throw new Error(`There is no '${unknown}', only ${Object.keys(measurements).join(', ')}.`);
  }
  await installPeers();
  const figures: Figure[] = [];
  for (const [name, measure] of Object.entries(measurements)) {
    if (named.length === 0 || named.includes(name)) {
      process.stderr.write(`${name} …\n`);
      figures.push(...(await measure()));
      await write(figures);
    }
  }
  process.stdout.write(`${figures.map(line).join('\n')}\n`);
}

async function write(figures: readonly Figure[]): Promise<void> {
  await mkdir(join(projectFolder, 'out'), { recursive: true });
  await writeFile(
    join(projectFolder, 'out', 'bench.json'),
    `${JSON.stringify(figures, null, 2)}\n`,
  );
}

function line({ name, ratio, goal, met, unit, arms }: Figure): string {
  const value = ratio === null ? 'not measured' : `${digits(ratio)} ${unit}`;
  const sides = Object.entries(arms).map(([arm, value]) => `${arm} ${digits(value)}`);
  return [
    name.padEnd(62),
    value.padStart(13),
    (goal === null ? '' : `≤ ${digits(goal)}`).padStart(9),
    goal === null ? '      ' : met ? 'met   ' : 'MISSED',
    sides.join(' | '),
  ].join('  ');
}

function digits(value: number): string {
  return value.toLocaleString('en', { maximumSignificantDigits: 3 });
}

// What a measurement leaves running must not hold up the end.
await run().then(
  () => process.exit(0),
  (error: unknown) => {
    process.stderr.write(`${String(error instanceof Error ? error.stack : error)}\n`);
    process.exit(1);
  },
);
