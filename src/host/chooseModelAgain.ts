import type { Actions } from './registerCommands.ts';

/** Lets the user choose where messages go; whether that is another place than before. */
export async function chooseOtherModel({ flows, services }: Actions): Promise<boolean> {
  const before = services.choice.current();
  await flows.chooseModel();
  const chosen = services.choice.current();
  return chosen?.connection.id !== before?.connection.id || chosen?.model !== before?.model;
}
