import { connectionOf } from './connectionOf.ts';
import { readAddressText } from './addressText.ts';
import { groupIn } from './groups.ts';
import { labelOf } from './labels.ts';
import { addressOf } from './part.ts';
import { maxPastedLength, type PastedReading } from './pastedConnection.ts';
import { GroupReader } from './readGroups.ts';
import { rowsAsLabels } from './tables.ts';
import { Values } from './values.ts';

/** Blocks of code in one text that are read. */
const maxBlocks = 100;

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
  const blocks = text
    .split(/^\s{0,12}(?:`{3,}|~{3,}).*$/m, maxBlocks)
    .map((block) => groupIn(block));
  const whole = {
    kind: 'group',
    form: 'lines',
    items: blocks.flatMap(({ items }) => items),
  } as const;
  const values = new Values(whole);
  const parts = new GroupReader(values, /(?<!\/\/)litellm|aider|dspy/i.test(text)).read(whole);
  const all = parts
    .map(connectionOf)
    .filter(({ key = '', ...one }) => addressOf(one) !== undefined || key !== '');
  const complete = all.filter((one) => addressOf(one) !== undefined);
  const connections = (complete.length > 0 ? complete : all).slice(0, maxConnections);
  return connections.length === 0 ? { kind: 'nothing' } : { kind: 'connections', connections };
}

/** One kind of line break, straight quotes and plain punctuation; lines that were continued are one. */
function tidied(text: string): string {
  const plain = text
    .replaceAll(/\r\n?/g, '\n')
    .replaceAll(/[\u200B\u2060]/g, '')
    .replaceAll(/[“”„]/g, '"')
    .replaceAll(/[‘’]/g, "'")
    .replaceAll(/（[^（）\n]{0,40}）/g, '')
    .replaceAll(/(?<=\S) \([^()\n=]{1,40}\)(?=:)/g, '')
    .replaceAll(/【([^【】\n]{1,40})】[:：]?/g, '\n$1: ')
    .replaceAll(
      /[\uFF01-\uFF5E]/g,
      (sign) => `${String.fromCharCode(sign.charCodeAt(0) - 0xfee0)} `,
    )
    // `headers["name"]` is a name like `headers.name`.
    .replaceAll(/(?<=[\w)])\[(["'])([\w.:/-]{1,100})\1\]/g, '.$2')
    .replaceAll('。', '. ')
    .replaceAll('、', ', ')
    .replaceAll(/(?<=\p{Script=Han})(?=\w)|(?<=\w)(?=\p{Script=Han})/gu, ' ')
    .replaceAll(/\*\*(?=[^\s*])([^*\n]{1,200})\*\*/g, '$1');
  const isCmd = /\^"|\^\n/.test(plain);
  return (
    (isCmd ? plain.replaceAll(/\^\n/g, ' ').replaceAll(/\^(.)/g, '$1') : plain)
      .replaceAll(/(?<=[ \t])(?:[\\^]|(?<=[^\s=(:,+] {1,8})`)(?:[ \t]*\n| +(?=\S))/g, ' ')
      // The words of a command can be a list.
      .replaceAll(/^([ \t]*- ["']?--?[a-z][\w-]*["']?)[ \t]*\n[ \t]*- (?!["']?-)/gm, '$1 ')
      .replaceAll(/<([\w.-]{1,60})>([^<>\n]{1,2000})<\/[\w.-]{1,60}>/g, '\n$1: $2\n')
  );
}

/** A text that is nothing but an address, perhaps with a key, with labels. */
function labelled(text: string): string {
  const [first = '', second = '', ...others] = text.trim().split(/\s+/, 3);
  const isWord = /^["'<]?[^"',;=]+["'>]?$/.test(first) && others.length === 0;
  const isLabel = labelOf(first.split(':', 1)[0] ?? '').role !== undefined;
  const isAddress = isWord && !isLabel && readAddressText(first) !== undefined;
  return isAddress ? `url: ${first}${second === '' ? '' : `\nkey: ${second}`}` : text;
}
