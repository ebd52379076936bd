import { history } from './chats/history.ts';
import { longChats } from './chats/longChats.ts';
import { manyChats } from './chats/manyChats.ts';
import type { Measurement } from './measurement.ts';
import { highlighting } from './rendering/highlighting.ts';
import { manyMessages, postedBytes, typing } from './rendering/panel.ts';
import { frameAtLength, frameInBlock, longestFrame, wholeReply } from './rendering/rendering.ts';
import { rewriting } from './rewrite.ts';
import { decoding, firstToken } from './service/service.ts';
import { sizes } from './sizes.ts';
import { largeRepliesInWorkbench, scriptInWorkbench } from './workbench/busyWorkbench.ts';
import { diffAsChip } from './workbench/diffChip.ts';
import { completionInManyFiles } from './workbench/manyFiles.ts';
import { againstVSCode, inWorkbench } from './workbench/workbench.ts';

/** All that `npm run bench` measures, in this order. */
export const measurements: readonly Measurement[] = [
  {
    word: 'decode',
    about: 'a reply of 20,000 deltas is read: against JSON.parse alone and two SDKs',
    minutes: [1, 1.5],
    needs: ['peers'],
    measure: decoding,
  },
  {
    word: 'first',
    about:
      'what is added to the time until the first token: against fetch alone and the openai SDK',
    minutes: [0.5, 0.5],
    needs: ['peers'],
    measure: firstToken,
  },
  {
    word: 'whole',
    about: 'a reply of 100 KB is rendered: against its nodes alone and other renderers',
    minutes: [1.5, 2.5],
    needs: ['peers', 'chromium'],
    measure: wholeReply,
  },
  {
    word: 'frame',
    about: 'a frame of a reply that has megabytes: against one that has 10 KB',
    minutes: [1.5, 2.5],
    needs: ['peers', 'chromium'],
    measure: frameAtLength,
  },
  {
    word: 'block',
    about: 'a frame within one fence, list, table or paragraph of 80 KB: against other renderers',
    minutes: [1.5, 2.5],
    needs: ['peers', 'chromium'],
    measure: frameInBlock,
  },
  {
    word: 'longest',
    about: 'the longest frame of a reply that has 500 KB',
    minutes: [1.5, 2],
    needs: ['peers', 'chromium'],
    measure: longestFrame,
  },
  {
    word: 'highlight',
    about: 'a block of code of 20 KB is coloured while it arrives: against other highlighters',
    minutes: [1, 1.5],
    needs: ['peers', 'chromium'],
    measure: highlighting,
  },
  {
    word: 'bytes',
    about: 'what is posted to the panel for a reply: against its text',
    minutes: [0.5, 0.5],
    needs: [],
    measure: postedBytes,
  },
  {
    word: 'messages',
    about: 'a frame of a reply after 1,000 messages: against an empty chat',
    minutes: [0.5, 1],
    needs: ['chromium'],
    measure: manyMessages,
  },
  {
    word: 'typing',
    about: 'from the press of a key to its paint while a reply arrives',
    minutes: [1, 1],
    needs: ['chromium'],
    measure: typing,
  },
  {
    word: 'history',
    about: 'stored chats are listed, searched and opened, without VS Code',
    minutes: [0.5, 1.5],
    needs: ['chats'],
    measure: history,
  },
  {
    word: 'chats',
    about: 'the same in VS Code, and how long Parley takes to be shown: against no chats',
    minutes: [1.5, 8],
    needs: ['chromium', 'vscode', 'bundles', 'chats'],
    measure: manyChats,
  },
  {
    word: 'memory',
    about: 'chats of up to 10,000 messages in VS Code: memory, opening, scrolling',
    minutes: [1.5, 5],
    needs: ['chromium', 'vscode', 'bundles'],
    measure: longChats,
  },
  {
    word: 'sizes',
    about: 'the size of the bundles that are shipped',
    minutes: [0.5, 0.5],
    needs: ['bundles'],
    measure: sizes,
  },
  {
    word: 'workbench',
    about: 'replies of 20 and 100 KB in VS Code: from the last byte to the last paint',
    minutes: [1.5, 2.5],
    needs: ['chromium', 'vscode', 'bundles'],
    measure: inWorkbench,
  },
  {
    word: 'script',
    about: 'the share of the time in which the panel’s script runs while a reply arrives',
    minutes: [1.5, 2],
    needs: ['chromium', 'vscode', 'bundles'],
    measure: scriptInWorkbench,
  },
  {
    word: 'large',
    about: 'replies that are made to block the window: the longest task, and the wait for a key',
    minutes: [1.5, 14],
    needs: ['chromium', 'vscode', 'bundles'],
    measure: largeRepliesInWorkbench,
  },
  {
    word: 'files',
    about: 'a completion among 100,000 files: from a key to its paint',
    minutes: [1, 1.5],
    needs: ['chromium', 'vscode', 'bundles'],
    measure: completionInManyFiles,
  },
  {
    word: 'diff',
    about: 'a diff of 5 MB is attached: until its chip is shown',
    minutes: [1, 1],
    needs: ['chromium', 'vscode', 'bundles'],
    measure: diffAsChip,
  },
  {
    word: 'rewrite',
    about: 'a rewrite of 2,000 lines: the updates of its diff, in the host and in the window',
    minutes: [1, 1.5],
    needs: ['chromium', 'vscode', 'bundles'],
    measure: rewriting,
  },
  {
    word: 'vscode',
    about: 'a reply of 20 KB in VS Code: against VS Code’s own chat',
    minutes: [2, 3],
    needs: ['chromium', 'vscode', 'bundles'],
    measure: againstVSCode,
  },
];
