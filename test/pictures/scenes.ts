import type { Locator } from 'playwright-core';
import { until } from '../support/until.ts';
import type { Area, PictureWindow } from './pictureWindow.ts';
import type { Answer, PictureService } from './pictureService.ts';

/** A picture of the README. */
export interface Scene {
  /** The name of its file in `media/readme`, without `.png`. */
  readonly name: string;
  /** Makes the window show it; gives the area of the picture. */
  readonly show: (window: PictureWindow, service: PictureService) => Promise<Area>;
}

const tree = `Five rules keep it balanced. The height of a tree with $n$ nodes is
$$h \\le 2 \\log_2 (n + 1)$$
so that all of these take $O(\\log n)$:

| Operation | Rotations | Recolourings |
| :-- | --: | --: |
| search | 0 | 0 |
| insert | at most 2 | $O(\\log n)$ |
| delete | at most 3 | $O(\\log n)$ |

\`\`\`ts
function rotateLeft(node: Node): Node {
  const { right } = node;
  node.right = right.left;
  right.left = node;
  return right;
}
\`\`\`
`;

const login = `\`\`\`mermaid
sequenceDiagram
  Browser->>App: open a page
  App-->>Browser: redirect to sign-in
  Browser->>Identity: sign in
  Identity-->>Browser: code
  Browser->>App: code
  App->>Identity: code and secret
  Identity-->>App: token
\`\`\`

The secret stays on the server: the browser only ever sees the code.
`;

/** What is said in the pictures. */
export const answers: readonly Answer[] = [
  { message: 'red-black', reply: tree, promptTokens: 31, replyTokens: 243 },
  { message: 'sign-in', reply: login, promptTokens: 28, replyTokens: 164 },
  { message: 'Explain', reply: 'It counts what is in stock.', promptTokens: 171, replyTokens: 9 },
  { message: '', reply: 'Done.', promptTokens: 20, replyTokens: 2 },
];

const balanced = 'How does a red-black tree stay balanced?';

/** Chats that are in the list. */
const earlier = [
  'Rename the parser without breaking its users',
  'Why is this index not used?',
  'A regular expression for ISO dates',
  'Review the retry logic of the uploader',
];

/** The pictures in the order in which they are taken in one window. */
export const scenes: readonly Scene[] = [
  {
    name: 'reply',
    async show(window) {
      for (const message of earlier) {
        await window.say(message);
        await newChat(window);
      }
      await window.say(balanced);
      await window.panel.locator('.katex').first().waitFor();
      // Colours of code come a moment after it.
      await window.panel.locator('.code-block .code-line > span').first().waitFor();
      return window.panelArea();
    },
  },
  {
    name: 'chats',
    async show(window) {
      await openList(window, 'parley.showHistory', 'ISO dates');
      return areaOf(quickInput(window));
    },
  },
  {
    name: 'models',
    async show(window) {
      await closeQuickInput(window);
      await openList(window, 'parley.chooseModel', 'phi4');
      return areaOf(quickInput(window));
    },
  },
  {
    name: 'diagram',
    async show(window) {
      await closeQuickInput(window);
      await newChat(window);
      await window.say('Draw a sign-in with an identity service');
      await window.panel.locator('.code-block .diagram img').waitFor();
      return window.panelArea();
    },
  },
  {
    name: 'preview',
    async show(window) {
      await window.input.fill('And what if the token expires?');
      await window.run('parley.showRequest');
      const { page } = window;
      await page.locator('.editor-instance .view-line', { hasText: 'messages' }).first().waitFor();
      return areaOf(page.locator('.part.editor'));
    },
  },
  {
    name: 'error',
    async show(window, service) {
      await newChat(window);
      service.renameModel();
      await window.say(balanced);
      await window.panel.locator('.error-card .error-actions > *').first().waitFor();
      return window.panelArea();
    },
  },
];

async function newChat(window: PictureWindow): Promise<void> {
  await window.run('parley.newChat');
  await window.panel.locator('article').first().waitFor({ state: 'detached' });
}

function quickInput({ page }: PictureWindow) {
  return page.locator('.quick-input-widget');
}

/** Opens a list that has a row with this text. */
async function openList(
  window: PictureWindow,
  command: 'parley.showHistory' | 'parley.chooseModel',
  text: string,
): Promise<void> {
  const row = quickInput(window).locator('.monaco-list-row', { hasText: text });
  await until(`the list has ${text}`, async () => {
    if (!(await quickInput(window).isVisible())) {
      // What takes the focus meanwhile closes a list again.
      await window.run(command);
    }
    return row.waitFor({ timeout: 5000 }).then(
      () => true,
      () => false,
    );
  });
}

async function closeQuickInput(window: PictureWindow): Promise<void> {
  await window.page.keyboard.press('Escape');
  await quickInput(window).waitFor({ state: 'hidden' });
}

async function areaOf(locator: Locator): Promise<Area> {
  return until('it has a place', () => locator.boundingBox());
}
