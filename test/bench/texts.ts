/** Text for the measurements: always the same. */

const words =
  'the index grows past every buffer that a parser keeps because nobody asks twice for what the cache forgets when a slow reader waits'.split(
    ' ',
  );

/** `count` words from a place on that depends on `seed`. */
function sentence(seed: number, count: number): string {
  const chosen = Array.from(
    { length: count },
    (_, index) => words[(seed * 7 + index * (1 + (seed % 5))) % words.length] ?? '',
  );
  return `${chosen.join(' ')}.`;
}

/** Prose, lists, tables, quotes and a code block every few lines, at least `length` characters. */
export function mixedReply(length: number): string {
  let text = '# A long reply\n\n';
  for (let number = 1; text.length < length; number += 1) {
    text += section(number);
  }
  return text.slice(0, length);
}

/** A mixed reply without its last section, of which there may be only a part. */
export function wholeSections(reply: string): string {
  return reply.slice(0, reply.lastIndexOf('## Part '));
}

function section(number: number): string {
  return [
    `## Part ${number}`,
    `${sentence(number, 18)} See **${sentence(number + 1, 3)}** and \`value_${number}\`. ${sentence(number + 2, 14)}`,
    [1, 2, 3].map((item) => `- ${sentence(number + item, 9)}`).join('\n'),
    `\`\`\`ts\nexport function part${number}(values: readonly number[]): number {\n  const first = values[${number}] ?? 0;\n  return values.reduce((a, b) => a + b, first);\n}\n\`\`\``,
    `| name | value |\n| --- | ---: |\n${[1, 2, 3].map((row) => `| \`row ${row}\` | ${number * row} |`).join('\n')}`,
    `> ${sentence(number + 3, 12)}`,
    `1. ${sentence(number + 4, 8)}\n2. ${sentence(number + 5, 8)} [link](https://example.org/${number})`,
    '',
  ].join('\n\n');
}

/** One block that does not end, by its kind. */
export const singleBlocks: Readonly<Record<string, (length: number) => string>> = {
  fence: (length) =>
    filled(
      '```ts\n',
      length,
      (line) => `const value${line} = ${line} * 2; // ${sentence(line, 4)}\n`,
    ),
  list: (length) => filled('', length, (item) => `- ${sentence(item, 9)} **${item}**\n`),
  table: (length) =>
    filled(
      '| a | b | c |\n| --- | --- | --- |\n',
      length,
      (row) => `| ${row} | \`x${row}\` | ${sentence(row, 5)} |\n`,
    ),
  paragraph: (length) =>
    filled('', length, (line) => `${sentence(line, 9)} **${line}** and \`x\`\n`),
};

function filled(start: string, length: number, line: (index: number) => string): string {
  let text = start;
  for (let index = 1; text.length < length; index += 1) {
    text += line(index);
  }
  return text.slice(0, length);
}

/** Cuts text into pieces of `length` characters. */
export function pieces(text: string, length: number): readonly string[] {
  return Array.from({ length: Math.ceil(text.length / length) }, (_, index) =>
    text.slice(index * length, (index + 1) * length),
  );
}

/** What 2,000 deltas a second of four characters bring in one of 60 frames. */
export const frameLength = 133;
