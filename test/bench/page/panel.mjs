// The whole panel, with messages from a simulated host.
import { openPanel, anEndedTurn } from '../../webview/openPanel.ts';
import { aTurn } from '../../support/builders.ts';

let panel;

const painted = () =>
  new Promise((resolve) => {
    requestAnimationFrame(() => setTimeout(resolve));
  });

window.bench = {
  /** Opens a chat with this many ended turns, and one more whose reply is arriving. */
  async open(turnCount, text) {
    const turns = Array.from({ length: turnCount }, (_, index) => ({
      ...anEndedTurn(`t${index}`, text),
      ...(index > 0 && { parentId: `t${index - 1}` }),
    }));
    panel = openPanel();
    panel.snapshot([
      ...turns,
      aTurn('last', turnCount > 0 ? { parentId: `t${turnCount - 1}` } : {}),
    ]);
    for (let frames = 0; frames < 60; frames += 1) {
      await painted();
    }
  },
  async frames(pieces) {
    for (const text of pieces) {
      panel.events({ kind: 'replyText', turnId: 'last', text, at: 2 });
      await painted();
    }
  },
  /** Streams at this rate until `stop` is called, and records the time from each key to its paint. */
  type(pieces, perSecond) {
    const times = [];
    const startMs = performance.now();
    let sent = 0;
    panel.box.addEventListener('keydown', ({ timeStamp }) => {
      requestAnimationFrame(() => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => times.push(performance.now() - timeStamp));
        port1.start();
        port2.postMessage(undefined);
      });
    });
    panel.box.focus();
    const timer = setInterval(() => {
      const due = Math.floor(((performance.now() - startMs) * perSecond) / 1000);
      const text = pieces.slice(sent, due).join('');
      sent = Math.max(sent, due);
      if (text !== '') {
        panel.events({ kind: 'replyText', turnId: 'last', text, at: 2 });
      }
    }, 16);
    window.bench.sent = () => sent;
    window.bench.times = () => times.splice(0);
    window.bench.stop = () => clearInterval(timer);
  },
};
