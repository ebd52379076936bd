import { missingParts, type PastedConnection } from '../../../pastedConnection/pastedConnection.ts';
import { serviceAddress } from '../../../service/serviceAddress.ts';
import type { KeySource } from '../../../shared/service/keySource.ts';
import { messageOf } from '../../base/errorMessage.ts';
import {
  type AddressStep,
  type ConnectServices,
  keyStep,
  type KeyStep,
  type Next,
  type Step,
  type Typed,
} from '../connectSteps.ts';
import { keptKey, withKeyTyped } from '../connected.ts';
import type { KeyStore } from '../keys/keyStore.ts';
import { sayIfPlainKey } from '../keys/plainSecrets.ts';
import { mayTravelInClear } from '../keys/unencrypted.ts';
import { withProposal } from '../proposals.ts';
import { pastedFields } from './pastedFields.ts';
import { showFound } from './showFound.ts';
import { understand } from './understand.ts';

/** The step that a pasted text leads to; `undefined` if the user closes the choice of one of its connections. */
export async function fromText(
  text: string,
  { readPasted }: ConnectServices,
): Promise<Step | undefined> {
  const understood = await understand(text, readPasted);
  return understood === undefined || 'pasted' in understood
    ? understood && { kind: 'found', ...understood }
    : { kind: 'address', ...understood };
}

/** Shows what a text says and goes on to the first thing that it does not say. */
export async function confirmFound(
  pasted: PastedConnection,
  typed: Typed,
  { keys }: ConnectServices,
): Promise<Next> {
  const { baseUrl, addressTemplate, key = '' } = pasted;
  const address: AddressStep = { kind: 'address', pasted };
  if (baseUrl === undefined) {
    const answer = await showFound({ pasted, problems: {}, asksFor: 'address' });
    typed.address = addressTemplate ?? '';
    return answer && address;
  }
  let step: KeyStep;
  let problems: Parameters<typeof showFound>[0]['problems'];
  try {
    const fields = pastedFields(pasted, baseUrl);
    ({ problems } = fields);
    step = keyStep(fields.connection, pasted);
  } catch (error) {
    typed.address = baseUrl;
    return { ...address, problem: messageOf(error) };
  }
  // For the way back to the address, and for the next time.
  typed.address = baseUrl;
  const { origin } = serviceAddress(baseUrl);
  const proposed = withProposal(step);
  const kept = await keptKey(proposed, keys);
  const isKeyMissing =
    kept === '' &&
    proposed.keyFrom === undefined &&
    key === '' &&
    (missingParts(pasted).includes('key') || pasted.keyVariable !== undefined);
  // A variable that the text names can give the key where it is set.
  const variable = isKeyMissing ? pasted.keyVariable : undefined;
  const keyFrom: KeySource | undefined =
    variable !== undefined && keys.sources.isSet(variable) === true
      ? { kind: 'environment', variable }
      : undefined;
  const connection = { ...proposed, ...(keyFrom === undefined ? {} : { keyFrom }) };
  const asksFor = isKeyMissing && keyFrom === undefined ? 'key' : undefined;
  const answer = await showFound({ pasted, connection, problems, asksFor });
  if (key !== '') {
    Object.assign(typed, { key, keyOrigin: origin });
  }
  switch (answer) {
    case 'address':
      return address;
    case 'key':
      return step;
    case 'form':
      return key === '' || (await saveKey(key, origin, keys))
        ? { kind: 'form', connection: withKeyTyped(connection, key) }
        : { kind: 'found', pasted };
    case 'connect':
      return { kind: 'attempt', connection, key: key === '' ? kept : key, pasted };
    case undefined:
      return undefined;
  }
}

/** Saves the key of a text for the form, which tests with it. False if the user does not want it to be sent. */
async function saveKey(key: string, origin: string, keys: KeyStore): Promise<boolean> {
  const mayTravel = await mayTravelInClear(origin);
  if (mayTravel) {
    await keys.set(origin, key);
    sayIfPlainKey(key);
  }
  return mayTravel;
}
