import type * as CreateMessageGuard from '../guard/createMessageGuard.ts';
import type * as CreateSyntax from '../syntax/createSyntax.ts';
import { bundleFunctions } from '../base/bundleFunctions.ts';
import type * as Composing from './onDemand/composing.ts';
import type * as Later from './onDemand/later.ts';
import type * as Texts from './onDemand/texts.ts';

// What is needed neither by the start nor for each message, by what is used together: each is evaluated as a whole.
export const loadComposing = bundleFunctions<typeof Composing>('composing');
export const loadTexts = bundleFunctions<typeof Texts>('texts');
export const loadLater = bundleFunctions<typeof Later>('later');

/** Checks messages for secrets. Holds the rules of a preset, and each message needs it, but not the start. */
export const loadMessageGuard = bundleFunctions<typeof CreateMessageGuard>('createMessageGuard');

/** Reads the syntax of code, for applying it. Holds the runtime of the grammars in `dist/syntax`. */
export const loadSyntax = bundleFunctions<typeof CreateSyntax>('createSyntax');
