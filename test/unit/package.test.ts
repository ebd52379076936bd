import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../launch/projectFolders.ts';

/** An entry of a menu. */
interface MenuEntry {
  readonly when?: string;
  readonly group?: string;
}

/** What the tests look at. */
interface Manifest {
  readonly main: string;
  readonly browser: string;
  readonly activationEvents: readonly string[];
  readonly engines: { readonly vscode: string };
  readonly devDependencies: Readonly<Record<string, string>>;
  readonly capabilities: {
    readonly untrustedWorkspaces: { readonly restrictedConfigurations: readonly string[] };
  };
  readonly contributes: {
    readonly commands: readonly { readonly command: string }[];
    readonly menus: Readonly<Record<string, readonly MenuEntry[]>>;
    readonly submenus: readonly { readonly id: string }[];
    readonly configuration: readonly SettingGroup[];
    readonly views: Readonly<Record<string, readonly { readonly id: string }[]>>;
    readonly viewsContainers: Readonly<Record<string, readonly { readonly id: string }[]>>;
    readonly walkthroughs: readonly { readonly steps: readonly WalkthroughStep[] }[];
  };
}

/** Settings under one title. */
interface SettingGroup {
  readonly title: string;
  readonly order: number;
  readonly properties: Readonly<Record<string, { readonly scope: string; readonly order: number }>>;
}

/** A step of the walkthrough. */
interface WalkthroughStep {
  readonly description: string;
  readonly media: { readonly svg: string; readonly altText: string };
  readonly completionEvents: readonly string[];
}

const manifest = JSON.parse(readFileSync(`${projectFolder}/package.json`, 'utf8')) as Manifest;

describe('the package', () => {
  it('has one bundle for every host and does nothing before the window has started', () => {
    assert.equal(manifest.main, manifest.browser);
    assert.deepEqual(manifest.activationEvents, [
      'onStartupFinished',
      'onWebviewPanel:parley.chatTab',
    ]);
  });

  it('uses no API of a VS Code newer than the oldest it runs in', () => {
    assert.equal(manifest.engines.vscode, `^${manifest.devDependencies['@types/vscode']}`);
  });

  it('names every setting in the documents', () => {
    const { configuration } = manifest.contributes;
    const document = readFileSync(join(projectFolder, 'docs/settings.md'), 'utf8');
    const settings = configuration.flatMap(({ properties }) =>
      Object.keys(properties).map((name) => `\`${name}\``),
    );
    assert.deepEqual(
      settings.filter((name) => !document.includes(name)),
      [],
    );
  });

  it('has at most twelve entries in a menu, and the others in submenus', () => {
    const { menus, submenus } = manifest.contributes;
    const perPlace = Object.entries(menus).flatMap(([menu, entries]) =>
      // The entries of one place, such as a view; the buttons beside the menu are not in it.
      [
        ...Map.groupBy(
          entries,
          ({ when = '' }) =>
            /^(?:view|activeWebviewPanelId) == [^ ]+|parleySection == '\w+'/.exec(when)?.[0],
        ),
      ].map(([place, own]) => ({
        menu: `${menu} ${place}`,
        size: own.filter(({ group }) => !/^(?:navigation|inline)/.test(group ?? '')).length,
      })),
    );
    const inMenus = perPlace.filter(({ menu }) => !menu.startsWith('commandPalette'));
    assert.ok(inMenus.length > 8);
    assert.deepEqual(
      inMenus.filter(({ size }) => size > 12),
      [],
    );
    for (const { id } of submenus) {
      assert.ok((menus[id] ?? []).length > 1, id);
    }
  });

  it('has one container, which every version of VS Code understands, with the chat on top', () => {
    const { viewsContainers, views } = manifest.contributes;
    assert.deepEqual(
      Object.entries(viewsContainers).map(([place, containers]) => [
        place,
        containers.map(({ id }) => id),
      ]),
      [['activitybar', ['parley']]],
    );
    assert.deepEqual(
      Object.entries(views).map(([container, inIt]) => [container, inIt.map(({ id }) => id)]),
      [['parley', ['parley.chat', 'parley.history']]],
    );
  });

  it('has a walkthrough of commands that exist, with pictures in the colours of the theme', () => {
    const { commands, walkthroughs } = manifest.contributes;
    const words = JSON.parse(
      readFileSync(join(projectFolder, 'package.nls.json'), 'utf8'),
    ) as Record<string, string>;
    const steps = walkthroughs.flatMap((walkthrough) => walkthrough.steps);
    const known = new Set(commands.map(({ command }) => command));
    for (const { description, media, completionEvents } of steps) {
      const shown = words[description.slice(1, -1)] ?? '';
      const links = Array.from(shown.matchAll(/\(command:([\w.]+)\)/g), ([, id = '']) => id);
      const events = completionEvents.flatMap((event) => /^onCommand:(.+)$/.exec(event)?.[1] ?? []);
      assert.ok(links.length > 0, description);
      assert.deepEqual(
        [...links, ...events].filter((id) => !known.has(id)),
        [],
      );
      const picture = readFileSync(join(projectFolder, media.svg), 'utf8');
      const colors = picture.matchAll(/(?:fill|stroke)="([^"]+)"/g);
      assert.deepEqual(
        Array.from(colors, ([, color = '']) => color).filter(
          (color) => color !== 'none' && !color.startsWith('var(--vscode-'),
        ),
        [],
      );
    }
    assert.equal(steps.length, 4);
  });

  it('has its settings in groups, in the order of the file', () => {
    const groups = manifest.contributes.configuration;
    const orders = (of: readonly { readonly order: number }[]) => of.map(({ order }) => order);
    for (const all of [groups, ...groups.map(({ properties }) => Object.values(properties))]) {
      assert.deepEqual(
        orders(all),
        all.map((_, index) => index + 1),
      );
    }
    const [first] = groups;
    const words = readFileSync(join(projectFolder, 'package.nls.json'), 'utf8');
    assert.ok(first && Object.hasOwn(first.properties, 'parley.connections'));
    assert.match(words, /"setting.connections": .*\(command:parley\.manageConnections\)/);
  });

  it('lets no workspace choose where messages go', () => {
    const properties = manifest.contributes.configuration.flatMap((group) =>
      Object.entries(group.properties),
    );
    assert.deepEqual(
      properties.map(([name]) => name),
      manifest.capabilities.untrustedWorkspaces.restrictedConfigurations,
    );
    for (const [name, { scope }] of properties) {
      assert.equal(scope, 'application', name);
    }
  });
});
