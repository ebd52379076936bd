import * as l10n from '@vscode/l10n';
import { html, nothing, type TemplateResult } from 'lit';
import { type KeyDraft, keyText, readKeyText } from '../../shared/connectionsPage/keyDraft.ts';
import type { KeyCheck } from '../../shared/connectionsPage/protocol.ts';
import { defaultScope } from '../../shared/service/keySource.ts';
import { type Field, type FieldLook, fieldView } from './fieldView.ts';
import { wordButton } from './wordButton.ts';

/** Where the key of a connection comes from, and whether it is there. The page never gets the key itself. */
export function keyFields(
  { id, look, text: keyFrom, problem, onText }: Field,
  check: KeyCheck | undefined,
  onPress: (intent: 'setKey' | 'forgetKey') => void,
): TemplateResult {
  const { text = '', names = [], button, canDelete = false } = check ?? {};
  const key = readKeyText(keyFrom);
  const choices = Object.entries(keyKinds());
  const source = choices.find(([kind]) => kind === key.kind)?.[1].look;
  const isHere = (kind: string): boolean => ['', key.kind, ...(check?.kinds ?? [])].includes(kind);
  return html`<div class="field" role="group" aria-label=${look.label}>
    ${fieldView({
      id: `kind-${id}`,
      look: {
        ...look,
        choices: choices.flatMap(([kind, { name }]) => (isHere(kind) ? [[kind, name]] : [])),
      },
      text: key.kind,
      onText(chosen) {
        const { kind } = readKeyText(chosen);
        onText(keyText({ kind, text: kind === 'stored' ? (names[0] ?? '') : '' }));
      },
    })}
    ${
      source &&
      fieldView({
        id,
        look: { ...source, suggestions: key.kind === 'stored' ? names : [] },
        text: key.text,
        problem,
        onText: (typed) => onText(keyText({ ...key, text: typed })),
      })
    }
    ${text === '' ? nothing : html`<p>${text}</p>`}
    <div class="button-row">
      ${button && wordButton(button, () => onPress('setKey'))}
      ${canDelete ? wordButton(l10n.t('Delete API Key…'), () => onPress('forgetKey')) : nothing}
    </div>
  </div>`;
}

/** A place where a key can come from. */
interface KeyKind {
  readonly name: string;
  /** The box for what it needs beside its kind. */
  readonly look?: FieldLook;
}

function keyKinds(): Readonly<Record<KeyDraft['kind'], KeyKind>> {
  return {
    '': { name: l10n.t('Entered key') },
    stored: {
      name: l10n.t('Named key'),
      look: {
        label: l10n.t('Name of the key'),
        placeholder: l10n.t('Work'),
        hint: l10n.t(
          'For services with several keys. The name is stored in your settings, the key is not.',
        ),
      },
    },
    environment: {
      name: l10n.t('Environment variable'),
      look: {
        label: l10n.t('Name of the variable'),
        placeholder: 'OPENAI_API_KEY',
        hint: l10n.t(
          'Read where Parley runs. You are asked before it is first sent to an address.',
        ),
      },
    },
    command: {
      name: l10n.t('Command'),
      look: {
        label: l10n.t('Command line'),
        placeholder: 'op read op://Work/OpenAI/credential',
        hint: l10n.t(
          'Prints the key on its first line, or as JSON with a field such as access_token. It runs in the system shell, in your home folder. You are asked before it first runs.',
        ),
      },
    },
    microsoft: {
      name: l10n.t('Microsoft account'),
      look: {
        label: l10n.t('Scope'),
        placeholder: defaultScope,
        hint: l10n.t('For Azure. Leave empty to use the scope of Azure’s model services.'),
      },
    },
  };
}
