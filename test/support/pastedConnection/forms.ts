import { code } from './code.ts';
import { collected } from './collected.ts';
import { commands } from './commands.ts';
import type { Form } from './form.ts';
import { found } from './found.ts';
import { further } from './further.ts';
import { heldOut } from './heldOut.ts';
import { heldOutAgain } from './heldOutAgain.ts';
import { heldOutLast } from './heldOutLast.ts';
import { labels } from './labels.ts';
import { plain } from './plain.ts';
import { settings } from './settings.ts';
import { unseen } from './unseen.ts';
import { unseenLater } from './unseenLater.ts';
import { variables } from './variables.ts';

/** All forms that are understood. */
export const forms: Readonly<Record<string, readonly Form[]>> = {
  commands,
  variables,
  code,
  settings,
  plain,
  labels,
  further,
  collected,
  heldOut,
  heldOutAgain,
  heldOutLast,
  unseen,
  unseenLater,
  found,
};
