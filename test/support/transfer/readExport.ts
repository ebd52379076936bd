import { readExportFile } from '../../../src/conversation/transfer/readExportFile.ts';

const noLimits = { bytes: Infinity, values: Infinity };

let count = 0;

/** What comes of the file of an export with this value. */
export function readExport(value: unknown, newId = () => `t${(count += 1)}`) {
  const readings = [
    ...readExportFile(new TextEncoder().encode(JSON.stringify(value)), {
      newId,
      parse: (bytes) => JSON.parse(new TextDecoder().decode(bytes)),
      limits: noLimits,
    }),
  ];
  return {
    conversations: readings.flatMap(({ conversations }) => conversations),
    problems: readings.flatMap(({ problems }) => problems),
  };
}
