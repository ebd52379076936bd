import { connectionOf } from './connectionOf.ts';
import { isLikelyService, readAddressText } from './addressText.ts';
import { type Group, groupIn } from './groups.ts';
import { labelOf } from './labels.ts';
import { addressOf, allModels, hasKey, type Part } from './part.ts';
import { maxPastedLength, type PastedReading } from './pastedConnection.ts';
import { GroupReader } from './readGroups.ts';
import { serviceOfAddress } from './servicesByName.ts';
import { Values } from './values.ts';

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
  const text = labelled(rowsAsLabels(tidied(pasted)));
  const blocks = text.split(/^\s{0,12}(?:`{3,}|~{3,}).*$/m).map((block) => groupIn(block));
  const items = blocks.flatMap((block) => block.items);
  const whole: Group = { kind: 'group', form: 'lines', items };
  const values = new Values(whole, /(?<!\/\/)litellm|aider|dspy/i.test(text));
  const parts = new GroupReader(values).read(whole);
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
  const { baseUrl = '', addressTemplate, service, key } = part;
  const isNamed = (service !== undefined && key !== undefined) || allModels(part).length > 0;
  const isKnown = isLikelyService(baseUrl) || serviceOfAddress(baseUrl) !== undefined;
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
    // In a Makefile and a pipeline.
    .replaceAll(/\$\((\w{1,100})\)/g, '$${$1}')
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
  const lines = text.split('\n');
  return lines
    .map((line, nth) => {
      const cells = line.split(/[|\t,]/, 20).map((cell) => cell.trim().replaceAll('`', ''));
      if (names.length === cells.length && cells.some((cell) => cell.includes('://'))) {
        const fields = cells.flatMap((cell, nth) => (cell === '' ? [] : `${names[nth]}: ${cell}`));
        return `- ${fields.join('\n  ')}`;
      }
      const isRow = cells.every((cell) => /^[\p{L}\p{M}\w /-]{0,30}$/u.test(cell));
      const labels = cells.filter((cell) => labelOf(cell).role !== undefined);
      const isUnderNames = names.length === cells.length && rule.test(line);
      names = isUnderNames ? names : isRow && labels.length > 1 ? cells : [];
      const [label = '', value = ''] = cells.filter((cell) => cell !== '');
      const isLabel = label === labels[0] && /^[\p{L}\p{M}\w .-]{1,60}$/u.test(label);
      return isLabel && line.includes('|') && !rule.test(lines[nth + 1] ?? '')
        ? `${label}: ${value}`
        : line;
    })
    .join('\n');
}

/** A text that is nothing but an address, perhaps with a key, with labels. */
function labelled(text: string): string {
  const [first = '', second = '', ...others] = text.trim().split(/\s+/, 3);
  const isWord = /^["'<]?[^"',;=]+["'>]?$/.test(first) && others.length === 0;
  const isLabel = labelOf(first.split(':', 1)[0] ?? '').role !== undefined;
  const isAddress = isWord && !isLabel && readAddressText(first) !== undefined;
  return isAddress ? `url: ${first}${second === '' ? '' : `\nkey: ${second}`}` : text;
}
