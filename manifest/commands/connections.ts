import type { Commands } from '../command.ts';
import { inChat } from '../keys.ts';
import { chatMenu } from '../places.ts';

/** Services, their keys and models. */
export const connections = {
  'parley.connect': {
    title: 'Connect to a Service…',
    icon: 'plug',
    menus: [{ menu: 'parley.connections', group: '2_connect@1' }],
  },
  'parley.tryDemo': {
    title: 'Try the Demo',
    menus: [{ menu: 'parley.connections', group: '2_connect@4' }],
  },
  'parley.chooseModel': {
    title: 'Choose Model…',
    menus: chatMenu('1_model@1'),
    keys: [inChat('Ctrl+K L')],
  },
  'parley.manageConnections': {
    title: 'Manage Connections',
    about:
      'opens the page on which connections are added, changed, tested, offered to VS Code and removed.',
    icon: 'gear',
    menus: [{ menu: 'parley.connections', group: '1_choose@2' }],
  },
  'parley.setKey': {
    title: 'Set API Key…',
    icon: 'key',
    menus: [{ menu: 'parley.connections', group: '3_key@1' }],
  },
  'parley.diagnoseConnection': {
    title: 'Diagnose Connection…',
    about: 'reports [what it finds](diagnosis.md).',
    menus: [{ menu: 'parley.connections', group: '3_key@2' }],
  },
} satisfies Commands;
