import { runCommand } from '../launch/command.ts';
import { findChromium } from '../launch/chromium/chromium.ts';
import { projectFolder } from '../launch/projectFolders.ts';
import { findVSCode } from '../launch/vscode/findVSCode.ts';
import { chatCount, storedChats } from './chats/storedChats.ts';
import type { Extent } from './extent.ts';
import { installPeers } from './peers.ts';

/** What has to be there before something is measured. */
interface Preparation {
  /** What is done, and whether once or each time. */
  about(extent: Extent): string;
  /** How long it takes on two cores, downloads not counted. */
  minutes(extent: Extent): number;
  prepare(extent: Extent): Promise<unknown>;
}

/** By the word with which a measurement asks for it; in the order in which they are prepared. */
export const preparations = {
  peers: {
    about: () => 'the packages that Parley is compared with are installed, once',
    minutes: () => 0.2,
    prepare: installPeers,
  },
  chromium: {
    about: () => 'Chromium is downloaded, once',
    minutes: () => 0.2,
    prepare: findChromium,
  },
  vscode: {
    about: () => 'VS Code is downloaded, once',
    minutes: () => 0.5,
    prepare: findVSCode,
  },
  bundles: {
    about: () => 'Parley is built as it is shipped, each time',
    minutes: () => 0.2,
    prepare: async () =>
      runCommand(process.execPath, ['esbuild.mjs', '--production'], { cwd: projectFolder }),
  },
  chats: {
    about: (extent) => `${chatCount(extent).toLocaleString('en')} chats are made, once`,
    minutes: ({ isFull }) => (isFull ? 5 : 1),
    prepare: storedChats,
  },
} as const satisfies Readonly<Record<string, Preparation>>;

/** A word of what has to be there. */
export type Need = keyof typeof preparations;
