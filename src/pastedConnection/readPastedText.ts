import { connectionOf } from './connectionOf.ts';
import { isLikelyService } from './addressText.ts';
import { labelOf } from './labels.ts';
import { addressOf, allModels, hasKey, type Part } from './part.ts';
import { maxPastedLength, type PastedReading } from './pastedConnection.ts';
import { Reader } from './reader.ts';
import { serviceOfAddress } from './servicesByName.ts';
import { Names } from './names.ts';
import { type Node, treeOf } from './tree.ts';

/** What stands below the names of a table in Markdown. */
const rule = /^[\s|:]*-[\s|:-]*$/;

/** More than anybody chooses from. */
const maxConnections = 50;

/**
 * Reads connections out of any text: a command, a file of settings, environment variables, a program, or running text
 * with one of these in it. Nothing in it is carried out, and no file that it names is read. The time is linear in the
 * text but for the nesting of what is in it, which is limited.
 */
export function readPastedText(pasted: string): PastedReading {
  if (pasted.length > maxPastedLength) {
    return { kind: 'tooLong' };
  }
  const text = rowsAsLabels(tidied(pasted));
  const blocks = text.split(/^\s{0,12}(?:`{3,}|~{3,}).*$/m).map((block) => treeOf(block));
  const items = blocks.flatMap((block) => block.items);
  const whole: Node = { form: 'lines', text: '', items };
  const names = new Names(whole, /(?<!\/\/)litellm|aider|dspy/i.test(text));
  const parts = new Reader(names).read(whole);
  const isFound = parts.some((part) => isChat(part) && hasKey(part));
  const all = (isFound ? parts.filter(isChat) : parts)
    .map(connectionOf)
    .filter(({ key = '', ...one }) => addressOf(one) !== undefined || key !== '');
  const complete = all.filter((one) => addressOf(one) !== undefined);
  const connections = (complete.length > 0 ? complete : all).slice(0, maxConnections);
  return connections.length === 0 ? { kind: 'nothing' } : { kind: 'connections', connections };
}

/** Whether it is of a chat, and not of another thing beside it, such as a database or a code host. */
function isChat(part: Part): boolean {
  const { baseUrl = '', addressTemplate, service, key, stem } = part;
  const isNamed = (service !== undefined && key !== undefined) || allModels(part).length > 0;
  // A port says nothing of what is named after another thing.
  const isPlain = stem === '' || service !== undefined || URL.parse(baseUrl)?.pathname !== '/';
  const isKnown = (isLikelyService(baseUrl) && isPlain) || serviceOfAddress(baseUrl) !== undefined;
  return isNamed || isKnown || addressTemplate !== undefined;
}

/** One kind of line break, straight quotes and plain punctuation; lines that were continued are one. */
function tidied(text: string): string {
  const plain = text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\u200B\u2060]/g, '')
    // What an answer to a mail, or a frame of a terminal, puts before a line.
    .replaceAll(/^[ \t]{0,20}(?:[>│┃┌├└─]+ ?)+/gm, '')
    .replaceAll(/[“”„]/g, '"')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/（[^（）\n]{0,40}）/g, '')
    .replaceAll(/(?<=\S) \([^()\n=]{1,40}\)(?=:)/g, '')
    .replaceAll(/【([^【】\n]{1,40})】[:：]?/g, '\n$1: ')
    .replaceAll(/[\uFF01-\uFF5E]/g, '$& ')
    .normalize('NFKC')
    // Nothing but an address, perhaps with a key.
    .replace(
      /^\s*["'<]?((?:https?:\/\/|localhost:|[\w-]+\.(?=\S+\/))[^\s"'<>,;=]+)["'>]?(?:\s+(\S+))?\s*$/,
      'url: $1\nkey: $2',
    )
    // curl takes the value of an option also without a space.
    .replaceAll(/(?<= -\w{0,5}H)(?=[A-Z])/g, ' ')
    // In a Makefile and a pipeline.
    .replaceAll(/\$\((\w{1,100})\)/g, '$${$1}')
    // Marks of a language before a text in quotes, and what stands in a shell between two.
    .replaceAll(/(?<=^|[\s(=,:[{])(?:[fFrRbBuUs]{1,2}|[$@]{1,2})(?=["'`])/g, '')
    .replaceAll(
      /'"(\$\w{1,100})"(?:'|(?!'))/g,
      (whole, name) => `${name}${whole.endsWith("'") ? '' : "'"}`,
    )
    // Texts that are joined, with calls for variables and names between them, are one text.
    .replaceAll(
      /(["'`])(?:\s{0,40}\+\s{0,40}|\s{1,40}\.\s{1,40}|\.(?=\$))(?:[\w.]{1,60}[([]["'](\w{1,100})["'][)\]]|\$?([\w.]{1,100})(?![\w.([]))/g,
      '${$2$3}$1',
    )
    .replaceAll(/(?<![\w.$])\$?([\w.]{1,100})(?: {0,9}\+ {0,9}| \. )(["'])/g, '$2${$1}')
    .replaceAll(/= ?\$?([\w.]{1,100}) \+ \$?([\w.]{1,100})(?![\w.(["'])/g, '= "${$1}${$2}"')
    .replaceAll(/(["'])(?:\s{0,40}\+\s{0,40}|\s{1,40}\.\s{1,40})\1/g, '')
    // `name: type = value` and `${name:value}`.
    .replaceAll(
      /^([ \t]{0,40}\w{1,80})\??: ?\p{L}[\w.]{0,80}(?:\[[^\]\n]{0,80}\])? ?= /gmu,
      '$1 = ',
    )
    .replaceAll(/"\$\{([\w.-]{1,100}):[-=]?([^-?}"=][^}"]{0,300})\}"/g, (whole, name, value) =>
      labelOf(name).role === undefined ? whole : `${name}: "${value}"`,
    )
    .replaceAll(/\$\{[\w.]{1,100}(?::?[-=]|(?<=[A-Z\d]):(?![-=?]))([^{}"\n]{1,300})\}/g, '$1')
    // `headers["name"]` is a name like `headers.name`.
    .replaceAll(/(?<=[\w)])\[(["'])([\w.:/-]{1,100})\1\]/g, '.$2')
    .replaceAll('。', '. ')
    .replaceAll(/(?<=\p{Script=Han})(?=\w)|(?<=\w)(?=\p{Script=Han})/gu, ' ')
    .replaceAll(/\*\*(?=[^\s*])([^*\n]{1,200})\*\*/g, '$1');
  return withBackslashes(plain)
    .replaceAll(/(?<=[ \t])(?:[\\^]|(?<=[^\s=(:,+] {1,8})`)(?:[ \t]*\n| +(?=\S))/g, ' ')
    .replaceAll(/<([\w.-]{1,60})>([^<>\n]{1,2000})<\/[\w.-]{1,60}>/g, '\n$1: $2\n');
}

/** A command for cmd or PowerShell, which have other marks in place of backslashes. */
function withBackslashes(text: string): string {
  return /\^"|\^\n/.test(text)
    ? text.replaceAll(/\^\n/g, ' ').replaceAll(/\^(.)/g, '$1')
    : /[[{]`"/.test(text)
      ? text.replaceAll('`"', '\\"')
      : text;
}

/**
 * Writes the rows of tables, in Markdown or with commas or tabs, as labels and values: a row below a row of labels as
 * an entry of a list, and a row that begins with a label as that label and its value.
 */
function rowsAsLabels(text: string): string {
  let names: readonly string[] = [];
  const rows = text.split('\n').map((line) => {
    const cells = line.split(/[|\t,]/, 20).map((cell) => cell.trim().replaceAll('`', ''));
    if (names.length === cells.length && cells.some((cell) => cell.includes('://'))) {
      const fields = cells.flatMap((cell, nth) => (cell === '' ? [] : `${names[nth]}: ${cell}`));
      return `- ${fields.join('\n  ')}`;
    }
    const isRow = cells.every((cell) => /^[^:="']{0,40}$/.test(cell));
    const labels = cells.filter((cell) => labelOf(cell).role !== undefined);
    names = rule.test(line) ? names : isRow && labels.length > 1 ? cells : [];
    return line;
  });
  return rows.join('\n');
}
