import * as l10n from '@vscode/l10n';
import type { DraftField } from '../../shared/connectionsPage/connectionDraft.ts';
import type { KeyCheck } from '../../shared/connectionsPage/protocol.ts';
import { defaultScope, keySourceKinds } from '../../shared/service/keySource.ts';
import { parameterHint, parameterLabel } from '../../shared/service/parameterText.ts';
import { type ParameterName, parameterNames } from '../../shared/service/requestParameters.ts';
import { thinkingFields } from '../../shared/service/thinking.ts';
import type { FieldLook } from './fieldView.ts';

type FieldLooks = Partial<Record<DraftField, FieldLook>>;

/**
 * Gives what the fields of the form are called, and what there is to know of them. `models` are the IDs that are known;
 * `key` says which sources of keys there are.
 */
export function fieldLooks(
  models: readonly string[],
  key?: Pick<KeyCheck, 'names' | 'kinds'>,
): (field: DraftField) => FieldLook {
  const looks: FieldLooks = { ...mainLooks(models), ...keyLooks(key), ...moreLooks() };
  for (const name of parameterNames) {
    looks[`parameters.${name}`] = parameterLook(name);
  }
  return (field) => looks[field] ?? { label: field };
}

function mainLooks(models: readonly string[]): FieldLooks {
  return {
    name: { label: l10n.t('Name') },
    baseUrl: {
      label: l10n.t('Address'),
      hint: l10n.t('With or without /v1'),
      placeholder: 'https://api.example.com/v1',
    },
    model: {
      label: l10n.t('Default model'),
      hint:
        models.length === 0
          ? l10n.t(
              'Exactly as the service spells it; leave empty to choose later. Diagnose to get a list.',
            )
          : l10n.t('Choose from the list or type another ID; leave empty to choose later'),
      suggestions: models,
    },
    offerToVSCode: {
      label: l10n.t('Offer favourite models to VS Code'),
      hint: l10n.t(
        'VS Code’s chat and every other extension can then use them without asking you. Their requests are billed to this connection, and Parley lists each one in its log.',
      ),
      isSwitch: true,
    },
  };
}

function keyLooks(key?: Pick<KeyCheck, 'names' | 'kinds'>): FieldLooks {
  const { names = [], kinds = keySourceKinds } = key ?? {};
  const sources = {
    stored: l10n.t('Named key'),
    environment: l10n.t('Environment variable'),
    command: l10n.t('Command'),
    microsoft: l10n.t('Microsoft account'),
  };
  return {
    'keyFrom.kind': {
      label: l10n.t('API key'),
      choices: [
        ['', l10n.t('Entered key')],
        ...kinds.map((kind) => [kind, sources[kind]] as const),
      ],
    },
    'keyFrom.name': {
      label: l10n.t('Name of the key'),
      placeholder: l10n.t('Work'),
      hint: l10n.t(
        'For services with several keys. The name is stored in your settings, the key is not.',
      ),
      suggestions: names,
    },
    'keyFrom.variable': {
      label: l10n.t('Name of the variable'),
      placeholder: 'OPENAI_API_KEY',
      hint: l10n.t('Read where Parley runs. You are asked before it is first sent to an address.'),
    },
    'keyFrom.command': {
      label: l10n.t('Command line'),
      placeholder: 'op read op://Work/OpenAI/credential',
      hint: l10n.t(
        'Prints the key on its first line, or as JSON with a field such as access_token. It runs in the system shell, in your home folder. You are asked before it first runs.',
      ),
    },
    'keyFrom.scope': {
      label: l10n.t('Scope'),
      placeholder: defaultScope,
      hint: l10n.t('For Azure. Leave empty to use the scope of Azure’s model services.'),
    },
  };
}

function moreLooks(): FieldLooks {
  const relative = l10n.t('Relative to the address');
  return {
    mode: {
      label: l10n.t('Replies'),
      choices: [
        ['', l10n.t('Streamed: shown while they are generated')],
        ['standard', l10n.t('Standard: shown when they are complete')],
      ],
      isWide: true,
    },
    firstByteTimeoutSeconds: {
      label: l10n.t('First-byte timeout'),
      hint: l10n.t('Seconds until the reply begins; leave empty for the default'),
    },
    idleTimeoutSeconds: {
      label: l10n.t('Idle timeout'),
      hint: l10n.t('Seconds a reply may pause; leave empty for the default'),
    },
    systemPrompt: {
      label: l10n.t('System prompt'),
      hint: l10n.t('The first message of every request; uses tokens'),
      rows: 3,
      isWide: true,
    },
    'paths.models': {
      label: l10n.t('Path of the model list'),
      hint: relative,
      placeholder: '/models',
      isWide: true,
    },
    'paths.chatCompletions': {
      label: l10n.t('Path of chat requests'),
      hint: relative,
      placeholder: '/chat/completions',
      isWide: true,
    },
    headers: {
      label: l10n.t('Extra headers'),
      hint: l10n.t(
        'One per line, sent with every request. Enter {0} in place of the API key: the key is not stored in the settings, and is sent only in that header.',
        '${key}',
      ),
      placeholder: 'api-key: ${key}',
      rows: 3,
      isWide: true,
      isCode: true,
    },
    extraBody: {
      label: l10n.t('Extra body fields'),
      hint: l10n.t('JSON, such as {0}', '{"seed": 7}'),
      rows: 3,
      isWide: true,
      isCode: true,
    },
  };
}

/** Whoever leaves a parameter empty does not send it. */
function parameterLook(name: ParameterName): FieldLook {
  const isJson = name === 'response_format';
  return {
    label: parameterLabel(name),
    hint: parameterHint(name),
    ...(name === 'thinkingField'
      ? { suggestions: thinkingFields }
      : { placeholder: l10n.t('not sent') }),
    ...(name === 'stop' ? { rows: 2 } : {}),
    ...(isJson ? { rows: 3, isCode: true, isWide: true } : {}),
  };
}
