import { openPanel, type OpenPanel } from '../openPanel.ts';
import { typeText } from '../realKeyboard.ts';

/** A panel with an empty chat, in whose input box the user has typed a text. */
export async function typedPanel(text: string): Promise<OpenPanel> {
  const panel = openPanel();
  panel.snapshot([]);
  panel.box.focus();
  await typeText(text);
  return panel;
}
