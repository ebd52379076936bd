import { join } from 'node:path';
import { runCommand } from '../../launch/command.ts';
import { projectFolder } from '../../launch/projectFolders.ts';
import type { Extent } from '../extent.ts';
import { alternate, ratioFigure, repeat, type Arm, type Figure } from '../figure.ts';

/** Reading a reply of 20,000 deltas, each arm in a process of its own. */
export async function decoding({ runCount }: Extent): Promise<readonly Figure[]> {
  const arm =
    (...parameters: readonly string[]): Arm =>
    async () =>
      Number(await runArm('decodeArm.mjs', ...parameters));
  const runs = await alternate(runCount, {
    ...Object.fromEntries(['parley', 'floor', 'openai', 'ai'].map((name) => [name, arm(name)])),
    'parley, varied': arm('parley', 'varied'),
    'floor, varied': arm('floor', 'varied'),
  });
  return [
    ratioFigure(
      {
        name: 'decode against TextDecoder + JSON.parse',
        arm: 'parley',
        against: 'floor',
        goal: 1.25,
      },
      runs,
    ),
    ratioFigure(
      {
        name: 'the same where every chunk has a new field',
        arm: 'parley, varied',
        against: 'floor, varied',
        goal: 1.25,
      },
      runs,
    ),
    ratioFigure(
      { name: 'decode against the openai SDK', arm: 'parley', against: 'openai', goal: 1 / 3 },
      runs,
    ),
    ratioFigure(
      { name: 'decode against the AI SDK', arm: 'parley', against: 'ai', goal: 1 / 5 },
      runs,
    ),
  ];
}

/** What a client adds to the time until the first token, over a socket that is read as it is. */
export async function firstToken({ runCount }: Extent): Promise<readonly Figure[]> {
  const runs = await repeat(runCount, async () => {
    const {
      socket = NaN,
      fetch = NaN,
      parley = NaN,
      openai = NaN,
    } = JSON.parse(await runArm('firstTokenArm.mjs')) as Record<string, number>;
    return { fetch: fetch - socket, parley: parley - socket, openai: openai - socket };
  });
  const name = 'added time to first token against';
  return [
    ratioFigure(
      { name: `${name} the openai SDK`, arm: 'parley', against: 'openai', goal: 0.8 },
      runs,
    ),
    ratioFigure({ name: `${name} fetch alone`, arm: 'parley', against: 'fetch', goal: 1.5 }, runs),
  ];
}

async function runArm(program: string, ...parameters: readonly string[]): Promise<string> {
  const file = join(projectFolder, 'test', 'bench', 'service', program);
  const quiet = '--disable-warning=MODULE_TYPELESS_PACKAGE_JSON';
  return runCommand(process.execPath, [quiet, file, ...parameters]);
}
