import type { Actions } from './registerCommands.ts';

/** Lets the user choose where messages go; whether something was chosen, be it what it was before. */
export async function chooseModelAgain({ flows, services }: Actions): Promise<boolean> {
  const before = services.choice.count;
  await flows.chooseModel();
  return services.choice.count > before;
}
