import { isRecord, isString } from '../../../shared/guards.ts';
import type { CodeAction, CodePageAction } from '../../../shared/panel/panelProtocol.ts';
import { type Command, isMenuContext, isNone } from '../../base/commands.ts';
import type { Panels } from '../panels.ts';

/** What the user does in the review of changes to files. */
interface ShownReview {
  acceptChange(): unknown;
  rejectChange(): unknown;
  /** Of the proposal with this address, by default of the diff in front. */
  acceptAll(proposal?: string): unknown;
  rejectAll(proposal?: string): unknown;
  list(proposal?: string): unknown;
  decide(proposal: string, version: number, line: number, decision: 'delete' | 'keep'): unknown;
}

/** The commands on the block of code whose menu was opened, or that has the focus, and on the review. */
export function codeCommands(panels: Pick<Panels, 'active'>, review: () => Promise<ShownReview>) {
  const on = (action: CodeAction | CodePageAction): Command => ({
    read([context, ...others]) {
      const isOfMenu = isRecord(context) && context['parleySection'] === 'code';
      return (isOfMenu || context === undefined) && isNone(others)
        ? () => panels.active.tell({ kind: 'actOnCode', action, isOfMenu })
        : undefined;
    },
  });
  const onReview = (action: 'acceptChange' | 'rejectChange'): Command => ({
    read: (args) => (isMenuContext(args) ? async () => (await review())[action]() : undefined),
  });
  /** On the diff in front, or on the proposal that a link above its code names. */
  const onDiff = (action: 'acceptAll' | 'rejectAll' | 'list'): Command => ({
    read([place, ...others]) {
      const proposal = isRecord(place) && isNone(others) ? place['proposal'] : undefined;
      const address = isString(proposal) ? proposal : undefined;
      return address !== undefined || isMenuContext([place, ...others])
        ? async () => (await review())[action](address)
        : undefined;
    },
  });
  /** A link in the review: the address of a proposal, the version and a line of it, and what is done with the part there. */
  const onLeftOut: Command = {
    read: ([proposal, version, line, decision, ...others]) =>
      typeof proposal === 'string' &&
      typeof version === 'number' &&
      typeof line === 'number' &&
      (decision === 'delete' || decision === 'keep') &&
      isNone(others)
        ? async () => (await review()).decide(proposal, version, line, decision)
        : undefined,
  };
  return {
    'parley.code.copy': on('copy'),
    'parley.code.wrap': on('wrap'),
    'parley.code.apply': on('apply'),
    'parley.code.insert': on('insert'),
    'parley.code.newFile': on('newFile'),
    'parley.code.compare': on('compare'),
    'parley.code.insertIntoTerminal': on('insertIntoTerminal'),
    'parley.review.acceptAll': onDiff('acceptAll'),
    'parley.review.rejectAll': onDiff('rejectAll'),
    // VS Code shows the key of a command below the words of its button, where there is no room.
    'parley.review.acceptAll.button': onDiff('acceptAll'),
    'parley.review.rejectAll.button': onDiff('rejectAll'),
    'parley.review.acceptChange': onReview('acceptChange'),
    'parley.review.rejectChange': onReview('rejectChange'),
    'parley.review.list': onDiff('list'),
    'parley.review.decide': onLeftOut,
  } satisfies Record<`parley.code.${CodeAction | CodePageAction}`, Command> &
    Record<string, Command>;
}
