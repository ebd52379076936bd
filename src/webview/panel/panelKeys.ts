import type { ViewToHost } from '../../shared/panel/panelProtocol.ts';
import type { PanelApp } from './panelApp.ts';

/** On a Mac, Cmd does what Ctrl does elsewhere. */
const isMac = navigator.platform.startsWith('Mac');

/**
 * The keys that mean the same everywhere in the panel. What is taken here goes no further: VS Code would find in
 * the editor, or move its lines.
 */
export function handlePanelKeys(panel: PanelApp, post: (intent: ViewToHost) => void): void {
  const chord = createChord();
  document.addEventListener('keydown', (event) => {
    if (event.isComposing) {
      return;
    }
    if (chord(event)) {
      // VS Code still gets the key, but no text box does.
      event.preventDefault();
    } else if (event.key === 'Escape') {
      leave(panel, post);
    } else if (read(panel, event)) {
      event.preventDefault();
      event.stopPropagation();
    }
  });
}

/** Closes the bar of the finder, or stops the reply, or goes back to the editor. */
function leave(panel: PanelApp, post: (intent: ViewToHost) => void): void {
  if (document.querySelector(':popover-open') !== null) {
    // It closes by itself.
  } else if (panel.reading.finder.isOpen) {
    panel.reading.finder.close();
  } else if (panel.isRunning) {
    post({ kind: 'stop' });
    panel.composer.focus();
  } else {
    post({ kind: 'leave' });
  }
}

/** Whether the key was for reading. */
function read({ reading }: PanelApp, event: KeyboardEvent): boolean {
  const { key, altKey, shiftKey } = event;
  const { finder } = reading;
  if (isWithControl(event, 'f') && !shiftKey) {
    reading.act('find');
  } else if (finder.isOpen && (key === 'F3' || (isMac && isWithControl(event, 'g')))) {
    finder.step(shiftKey ? -1 : 1);
  } else if (altKey && !shiftKey && (key === 'ArrowUp' || key === 'ArrowDown')) {
    reading.act(key === 'ArrowUp' ? 'previousMessage' : 'nextMessage');
  } else {
    return false;
  }
  return true;
}

function isWithControl({ key, altKey, ctrlKey, metaKey }: KeyboardEvent, letter: string): boolean {
  const isHeld = isMac ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  return isHeld && !altKey && key.toLowerCase() === letter;
}

/**
 * Tells whether a key ends a chord of the prefix that all commands have (Ctrl+K Ctrl+;): its last key is a
 * letter, which VS Code cannot keep out of the box that has the focus.
 */
function createChord(): (event: KeyboardEvent) => boolean {
  let pressed = 0;
  return (event) => {
    if (['Control', 'Meta', 'Shift', 'Alt'].includes(event.key)) {
      return false;
    }
    if (pressed === 2) {
      pressed = 0;
      return true;
    }
    pressed = isWithControl(event, pressed === 1 ? ';' : 'k') ? pressed + 1 : 0;
    return false;
  };
}
