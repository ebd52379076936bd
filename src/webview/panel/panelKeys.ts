import type { ViewToHost } from '../../shared/panel/panelProtocol.ts';
import { isMac } from '../dom/keyboard.ts';
import type { PanelApp } from './panelApp.ts';

/**
 * Handles the keys that work everywhere in the panel. They are not passed on: VS Code would search in
 * the editor or move its lines.
 */
export function handlePanelKeys(panel: PanelApp, post: (intent: ViewToHost) => void): void {
  const chord = createChord();
  document.addEventListener('keydown', (event) => {
    if (event.isComposing) {
      return;
    }
    if (chord(event)) {
      // VS Code gets the key, but no character is typed.
      event.preventDefault();
    } else if (event.key === 'Escape') {
      escape(panel, post);
    } else if (readByKey(panel, event)) {
      event.preventDefault();
      event.stopPropagation();
    }
  });
}

/** What Escape does: close the find bar, else stop the reply, else go back to the editor. */
function escape(panel: PanelApp, post: (intent: ViewToHost) => void): void {
  if (document.querySelector(':popover-open') !== null) {
    // The browser closes the pop-over.
  } else if (panel.reading.finder.isOpen) {
    panel.reading.finder.close();
  } else if (panel.isRunning) {
    post({ kind: 'stop' });
    panel.composer.focus();
  } else {
    post({ kind: 'leave' });
  }
}

/** Runs the reading command of a key. Gives whether it has one. */
function readByKey({ reading }: PanelApp, event: KeyboardEvent): boolean {
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

/** How long VS Code waits for the second key of a chord, in milliseconds. */
const chordMs = 5000;

/**
 * Gives a function that tells whether a key is the second one of a chord: the one after Ctrl+K, which begins a chord
 * everywhere in VS Code. VS Code cannot keep the webview from typing it.
 */
function createChord(): (event: KeyboardEvent) => boolean {
  let begunAt = -Infinity;
  return (event) => {
    if (['Control', 'Meta', 'Shift', 'Alt'].includes(event.key)) {
      return false;
    }
    const isSecond = event.timeStamp - begunAt < chordMs;
    begunAt = !isSecond && isWithControl(event, 'k') ? event.timeStamp : -Infinity;
    return isSecond;
  };
}
