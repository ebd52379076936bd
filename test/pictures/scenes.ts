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

const mended = `A default is created once, so all inventories share one \`items\`:

\`\`\`python
    def __init__(self, items=None):
        self.items = dict(items or {})
\`\`\`
`;

const guarded = `\`\`\`python
    def add(self, name, count=1):
        if count < 1:
            raise ValueError(f"{count} of {name}")
        self.items[name] = self.items.get(name, 0) + count
\`\`\`
`;

/** What is said in the pictures. */
export const answers: readonly Answer[] = [
  { message: 'stock', reply: mended, promptTokens: 171, replyTokens: 51 },
  { message: 'less than one', reply: guarded, promptTokens: 143, replyTokens: 58 },
  {
    message: 'The changes to commit',
    reply: 'docs: say how to try the sample',
    promptTokens: 310,
    replyTokens: 9,
  },
  { message: 'red-black', reply: tree, promptTokens: 31, replyTokens: 243 },
  { message: 'sign-in', reply: login, promptTokens: 28, replyTokens: 164 },
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
    name: 'apply',
    async show(window) {
      await newChat(window);
      await window.openSample();
      await attach(window, 'inventory.py');
      await window.say('Why do two inventories have the same stock?');
      await window.panel.locator('[data-code-action=apply]').last().click();
      await reviewed(window, 'dict(items');
      return topOf(await window.wholeArea(), 450);
    },
  },
  {
    name: 'rewrite',
    async show(window) {
      const { page } = window;
      await endReview(window);
      await window.openSample();
      await page.keyboard.press('Control+Home');
      for (let line = 0; line < 4; line += 1) {
        await page.keyboard.press('ArrowDown');
      }
      for (let line = 0; line < 2; line += 1) {
        await page.keyboard.press('Shift+ArrowDown');
      }
      await window.run('parley.rewrite');
      await quickInput(window).locator('.quick-input-title', { hasText: 'Rewrite' }).waitFor();
      await page.keyboard.type('Refuse less than one');
      await page.keyboard.press('Enter');
      await reviewed(window, 'ValueError');
      return topOf(await areaOf(page.locator('.part.editor')), 290);
    },
  },
  {
    name: 'context',
    async show(window) {
      await endReview(window);
      await newChat(window);
      await attach(window, 'inventory.py');
      await attach(window, 'report.sql');
      await window.input.fill('Which of these would be slow with a million rows?');
      return bottomOf(await window.panelArea(), 228);
    },
  },
  {
    name: 'models',
    async show(window) {
      await openModels(window, 'phi4');
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
      await newChat(window);
      await window.input.fill('How does a red-black tree stay balanced?');
      await window.run('parley.showRequest');
      const { page } = window;
      await page.locator('.editor-instance .view-line', { hasText: 'messages' }).first().waitFor();
      return areaOf(page.locator('.part.editor'));
    },
  },
  {
    name: 'commit',
    async show(window) {
      const { page } = window;
      await page.getByRole('tab', { name: /^Source Control/ }).click();
      await page
        .getByRole('button', { name: /^Generate Commit Message/ })
        .first()
        .click();
      const question = page.locator('.monaco-dialog-box');
      await question.getByRole('button', { name: 'Generate', exact: true }).click();
      const box = page.locator('.scm-editor .view-line', { hasText: /docs:/ });
      await box.first().waitFor();
      return topOf(await areaOf(page.locator('.part.sidebar')), 205);
    },
  },
  {
    name: 'error',
    async show(window, service) {
      await window.showPanel();
      await newChat(window);
      service.renameModel();
      await window.say(balanced);
      await window.panel.locator('.error-card .error-actions > *').first().waitFor();
      return window.panelArea();
    },
  },
];

/** Attaches a file to the next message. */
async function attach({ page, panel, input }: PictureWindow, name: string): Promise<void> {
  await input.click();
  await page.keyboard.type(`#${name}`);
  await panel
    .getByRole('option', { name: new RegExp(name) })
    .first()
    .waitFor();
  await page.keyboard.press('Enter');
  await panel.locator('.attachments .chip', { hasText: name }).waitFor();
}

/** Waits for the result of an edit in the diff. */
async function reviewed({ page }: PictureWindow, text: string): Promise<void> {
  await page.locator('.modified .view-line', { hasText: text }).first().waitFor();
  await page.locator('.part.editor .title [aria-label^="Accept"]').waitFor();
}

async function endReview({ page }: PictureWindow): Promise<void> {
  await page.locator('.part.editor .title [aria-label^="Reject"]').click();
  await page.locator('.modified .view-line').first().waitFor({ state: 'hidden' });
}

async function newChat(window: PictureWindow): Promise<void> {
  await window.run('parley.newChat');
  await window.panel.locator('article').first().waitFor({ state: 'detached' });
}

function quickInput({ page }: PictureWindow) {
  return page.locator('.quick-input-widget');
}

/** Opens the list of models when it has one with this name. */
async function openModels(window: PictureWindow, name: string): Promise<void> {
  const row = quickInput(window).locator('.monaco-list-row', { hasText: name });
  await until(`the list has ${name}`, async () => {
    if (!(await quickInput(window).isVisible())) {
      // What takes the focus meanwhile closes a list again.
      await window.run('parley.chooseModel');
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

/** In CSS pixels. */
function topOf(area: Area, height: number): Area {
  return { ...area, height };
}

/** In CSS pixels. */
function bottomOf(area: Area, height: number): Area {
  return { ...area, y: area.y + area.height - height, height };
}
