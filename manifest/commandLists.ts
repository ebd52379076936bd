import { format } from 'prettier';
import type { Command, Commands } from './command.ts';
import { lists } from './commands.ts';
import type { Key } from './keys.ts';

const end = '<!-- end -->\n';

/**
 * `docs/commands.md` with its lists of commands as they are now. A list is between `<!-- commands: NAME -->` and
 * `<!-- end -->`.
 *
 * @throws {Error} if the document has no place for a list.
 */
export async function withCommandLists(document: string): Promise<string> {
  let text = document;
  for (const [name, commands] of Object.entries<Commands>(lists)) {
    const start = `<!-- commands: ${name} -->\n`;
    const [before = '', rest] = text.split(start);
    if (rest === undefined || !rest.includes(end)) {
      throw new Error(`docs/commands.md has no place for the commands of "${name}".`);
    }
    const list = await format(listOf(commands), {
      parser: 'markdown',
      printWidth: 120,
      proseWrap: 'always',
    });
    text = `${before}${start}\n${list}\n${rest.slice(rest.indexOf(end))}`;
  }
  return text;
}

/** The commands of the palette: a line for each of which there is something to say, and one for others in a row. */
function listOf(commands: Commands): string {
  const lines: string[] = [];
  let canContinue = false;
  for (const command of Object.values(commands).filter(({ palette }) => palette !== false)) {
    const { about } = command;
    if (about === undefined && canContinue) {
      lines.push(`${lines.pop()}, ${nameOf(command)}`);
    } else {
      lines.push(`- ${nameOf(command)}${about === undefined ? '' : ` ${about}`}`);
    }
    canContinue = about === undefined;
  }
  return lines.join('\n');
}

/** The title in bold, with its keys. */
function nameOf({ title, keys = [] }: Command): string {
  const shown = new Map(keys.toReversed().map((key) => [key.key, shownKey(key)]));
  return shown.size === 0 ? `**${title}**` : `**${title}** (${[...shown.values()].join(', ')})`;
}

function shownKey({ key, mac, where }: Key): string {
  const onMac = mac === undefined ? '' : `, on a Mac \`${mac}\`,`;
  return `\`${key}\`${onMac}${where === undefined ? '' : ` ${where}`}`;
}
