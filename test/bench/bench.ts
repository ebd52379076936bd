import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { projectFolder } from '../launch/projectFolders.ts';
import { extentOf } from './extent.ts';
import { measureAlone } from './measureAlone.ts';
import { listOf } from './measurementList.ts';
import { measurements } from './measurements.ts';
import { preparations } from './preparations.ts';
import { runMeasurements, type Row } from './runMeasurements.ts';
import { tableOf } from './table.ts';

/** What the command line has. */
interface Parameters {
  readonly named: readonly string[];
  readonly isFull: boolean;
  readonly isHelp: boolean;
}

/** `npm run bench`: measures what is named, or all; prints a table and writes `out/bench.json`. Gives the exit code. */
async function bench(): Promise<number> {
  let parameters;
  try {
    parameters = readParameters();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    process.stderr.write(`${reason}\n\n${listOf(measurements, false)}`);
    return 1;
  }
  const { named, isFull, isHelp } = parameters;
  if (isHelp) {
    process.stdout.write(listOf(measurements, isFull));
    return 0;
  }
  const chosen = measurements.filter(({ word }) => named.length === 0 || named.includes(word));
  process.stderr.write(`${listOf(chosen, isFull)}\n`);
  const rows = await runMeasurements(chosen, {
    prepare: async (need) => preparations[need].prepare(extentOf(isFull)),
    measure: async (measurement) => measureAlone(measurement, isFull),
    save: async (rows) => save(rows, isFull),
    write: (text) => void process.stderr.write(text),
  });
  process.stdout.write(`\n${tableOf(rows)}`);
  return rows.some(({ failure }) => failure !== undefined) ? 1 : 0;
}

/** Throws where the command line has something else. */
function readParameters(): Parameters {
  const { values, positionals: named } = parseArgs({
    allowPositionals: true,
    options: { full: { type: 'boolean' }, help: { type: 'boolean', short: 'h' } },
  });
  const unknown = named.find((name) => !measurements.some(({ word }) => word === name));
  if (unknown !== undefined) {
    throw new Error(`There is no measurement '${unknown}'.`);
  }
  return { named, isFull: values.full === true, isHelp: values.help === true };
}

async function save(rows: readonly Row[], isFull: boolean): Promise<void> {
  await mkdir(join(projectFolder, 'out'), { recursive: true });
  const text = JSON.stringify({ isFull, rows }, null, 2);
  await writeFile(join(projectFolder, 'out', 'bench.json'), `${text}\n`);
}

process.exitCode = await bench();
