import { foreignFormats } from '../../../src/conversation/transfer/readExport.ts';
import { fromForeign } from '../../../src/conversation/transfer/fromForeign.ts';

let count = 0;
const newId = () => `t${(count += 1)}`;

/** The conversations of an export, by the program that knows it; undefined if none does. */
export function readForeign(value: unknown) {
  for (const { name, read: readAs } of foreignFormats) {
    const conversations = readAs(value);
    if (conversations !== undefined) {
      return conversations.map((foreign) => fromForeign(foreign, name, newId));
    }
  }
  return undefined;
}
