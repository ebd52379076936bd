import * as vscode from 'vscode';
import { isRecord, isString } from '../../shared/guards.ts';
import { type Command, isMenuContext, isNone, type ReadCommand } from '../base/commands.ts';
import { loadOnce } from '../base/loadOnce.ts';
import type { RewriteAction, Rewrites } from './rewrites.ts';

/** The commands of rewrites. What they do is loaded when the first rewrite is asked for. */
export function rewriteCommands(load: () => Promise<Rewrites>) {
  let loaded: Rewrites | undefined;
  const rewrites = loadOnce(async () => (loaded = await load()));
  const begin = async (instruction?: string): Promise<void> =>
    (await rewrites()).begin(instruction);
  const act = (action: RewriteAction): ReadCommand => ({
    read: (args) => (isMenuContext(args) ? async () => loaded?.act(action) : undefined),
  });
  const stop = act('stop');
  const commands = {
    // A keybinding can pass an instruction, with which the input box begins.
    'parley.rewrite': {
      read([place, ...others]) {
        const text = isRecord(place) && isNone(others) ? place['instruction'] : undefined;
        if (isString(text)) {
          return async () => begin(text);
        }
        // The lightbulb passes the selection, which is that of the active editor.
        const isLightbulb = isRecord(place) && place['uri'] instanceof vscode.Uri && isNone(others);
        return isLightbulb || isMenuContext([place, ...others]) ? async () => begin() : undefined;
      },
    },
    'parley.rewrite.refine': act('refine'),
    'parley.rewrite.copy': act('copy'),
    'parley.rewrite.openInChat': act('openInChat'),
  } satisfies Record<string, Command>;
  return {
    commands,
    stop: {
      read: (args) =>
        args[0] === 'rewrite'
          ? stop.read(args.slice(1))
          : isNone(args)
            ? undefined
            : stop.read(args),
    } satisfies ReadCommand,
    stopAll: () => loaded?.stopAll(),
  };
}
