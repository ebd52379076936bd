import { isOneOf } from './guards.ts';

/** What a screen reader is told of a reply by itself: nothing, that it begins and ends, or its text. */
export type Announce = (typeof announceModes)[number];

const announceModes = ['off', 'summary', 'full'] as const;

/** Guards the setting. */
export const isAnnounce = isOneOf(...announceModes);
