/** Replies that are made to block a page, by what they consist of. */
export const largeReplies: Readonly<Record<string, () => string>> = {
  'a table of 3,000 columns': () => {
    const row = (cell: string): string => `${`|${cell}`.repeat(3000)}|\n`;
    return row(' a ') + row('---') + row(' b ').repeat(50);
  },
  'a table of 20,000 rows': () =>
    `| a | b | c |\n|--|--|--|\n${'| x | **y** | z |\n'.repeat(20_000)}`,
  'a table of 40,000 rows of math': () => `| a |\n|--|\n${'| $x^2$ |\n'.repeat(40_000)}`,
  '500,000 lines of setext headings': () => 'a\n=\n'.repeat(250_000),
  '500,000 lines that may define labels': () => '[a\n=\n'.repeat(250_000),
  'one line of 5 MB': () => 'word '.repeat(1_000_000),
  'one word of 5 MB': () => 'x'.repeat(5_000_000),
  'emphasis in one line of 1 MB': () => '*a* '.repeat(250_000),
  'a megabyte of combining marks': () => `a${'\u0301'.repeat(1_000_000)}`,
  'a fence of lines of combining marks': () =>
    `\`\`\`js\n${`a${'\u0301'.repeat(4000)}\n`.repeat(250)}\`\`\`\n`,
  'Thai without a space': () => 'ภาษาไทย'.repeat(20_000),
  'words of Latin and Hebrew letters': () => 'aא '.repeat(40_000),
  'Arabic and Thai letters in turn': () => 'مก'.repeat(3900),
  '900,000 marks of direction': () => '\u202A\u202C\u200F'.repeat(300_000),
  'a fence of 2 MB without a line break': () => `\`\`\`js\n${'x = 1; '.repeat(290_000)}\n\`\`\`\n`,
  'a fence of 200,000 lines': () => `\`\`\`js\n${'let a = 1;\n'.repeat(200_000)}\`\`\`\n`,
  'a fence of 300,000 empty lines': () => `\`\`\`\n${'\n'.repeat(300_000)}`,
  '10,000 equal formulas in a paragraph': () => '$x^2$ and '.repeat(10_000),
  'a list of 50,000 items': () => '- an *item*\n'.repeat(50_000),
  'lists in lists': () => `${'- '.repeat(50)}a\n`.repeat(5000),
  'quotes in quotes': () => `${'> '.repeat(2000)}a\n`.repeat(50),
  '100,000 open brackets': () => '['.repeat(100_000),
  'a paragraph for each of 20,000 labels that are defined at the end': () =>
    `${'See [a], [b] and [c].\n\n'.repeat(20_000)}[a]: https://a.test\n[b]: https://b.test\n`,
};
