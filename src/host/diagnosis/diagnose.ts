import { l10n } from 'vscode';
import { modelFacts } from '../../shared/models/modelFacts.ts';
import type { Model } from '../../shared/service/chatCompletion.ts';
import { demoId } from '../connections/connection.ts';
import { isThisComputer } from '../connections/consents/consents.ts';
import { shownAddress } from '../connections/shownAddress.ts';
import type { Target } from '../connections/target.ts';
import { certificateStep } from './certificateStep.ts';
import { createMask } from './createMask.ts';
import { proxyStep } from './proxyStep.ts';
import {
  createFindings,
  type Diagnosis,
  type DiagnosisStep,
  type Findings,
  type Outcome,
} from './diagnosis.ts';
import type { DiagnosisServices } from './diagnosisServices.ts';
import { modelsStep } from './modelsStep.ts';
import { nameStep, portStep } from './hostSteps.ts';
import type { NetworkTools } from './networkTools.ts';
import { outcome } from './outcomes.ts';
import { replyOffer, replySteps } from './replySteps.ts';
import { createWalk, type Walk } from './walk.ts';

/** A diagnosis at work. */
export interface RunningDiagnosis {
  /** Resolves when the steps that need no click are over, or the diagnosis was stopped. Never rejects. */
  readonly ended: Promise<Diagnosis>;
  /**
   * Sends the requests that `offer` of the diagnosis describes; does nothing while there is no offer. Resolves when
   * their findings are there, or the diagnosis was stopped. Never rejects.
   */
  readonly askForReply: () => Promise<void>;
}

/**
 * Walks from this extension host to the service of `target`, step by step, and calls `onChange` with the findings so
 * far. Aborting `signal` ends everything. Requests the model list once; a reply only if `askForReply` is called.
 * Throws if the address of the connection cannot be used.
 */
export function diagnose(
  target: Target,
  services: DiagnosisServices,
  onChange: (diagnosis: Diagnosis) => void,
  signal: AbortSignal,
): RunningDiagnosis {
  const { connection, model } = target;
  const findings = createFindings(
    { connection: connection.name, address: shownAddress(connection.baseUrl), model },
    createMask(target, services),
    onChange,
  );
  let walk = createWalk(target, services, findings, signal);
  let listed: Model | undefined;
  const offer = (): string | undefined => {
    const { model } = walk.target;
    const price = services.known(walk.target).price ?? (listed && modelFacts(listed).price);
    return model === undefined ? undefined : replyOffer(model, price);
  };
  return {
    ended: settled(findings, signal, async () => {
      await services.redactor.ready();
      if (!(await wayToService(walk))) {
        return undefined;
      }
      const models = await modelsStep(walk);
      // The first that chats, if none was chosen.
      const chosen = model ?? models?.find((each) => modelFacts(each).kind !== 'other')?.id;
      walk = { ...walk, target: { connection, model: chosen } };
      listed = models?.find(({ id }) => id === chosen);
      findings.change({ model: chosen, models, isRunning: true });
      setParameters(walk);
      const { status, cause } = findings.of('models') ?? {};
      return status === 'problem' && cause !== 'noModelList' ? undefined : offer();
    }),
    async askForReply() {
      const { offer: offered, isRunning } = findings.diagnosis();
      if (offered !== undefined && !isRunning && !signal.aborted) {
        findings.change({ isRunning: true });
        await settled(findings, signal, async () => {
          await replySteps(walk);
          setParameters(walk);
          return findings.of('reply')?.status === 'problem' ? offer() : undefined;
        });
      }
    },
  };
}

/** Shows what the service has rejected, now or before. */
function setParameters({ findings, services, target, rejected }: Walk): void {
  const all = [...services.known(target).adjustments, ...rejected].map(
    ({ field, sentAs = '–' }) => `${field} → ${sentAs}`,
  );
  if (all.length > 0) {
    findings.set('parameters', outcome('fieldsRejected', '', [...new Set(all)]));
  }
}

/** Does a part of a diagnosis, and then shows what the user is offered, or that it was stopped. Never rejects. */
async function settled(
  findings: Findings,
  signal: AbortSignal,
  work: () => Promise<string | undefined>,
): Promise<Diagnosis> {
  let offer: string | undefined;
  try {
    offer = await work();
  } catch (error) {
    for (const { step, status } of findings.diagnosis().findings) {
      if (status === 'running') {
        findings.set(
          step,
          signal.aborted
            ? { status: 'skipped', title: l10n.t('Stopped') }
            : {
                status: 'problem',
                cause: 'failed',
                title: l10n.t('Parley failed: {0}', String(error).slice(0, 500)),
              },
        );
      }
    }
  }
  findings.change({ isRunning: false, isStopped: signal.aborted, offer });
  return findings.diagnosis();
}

/** Takes the steps up to the service. Returns whether it is worth a request. */
async function wayToService(walk: Walk): Promise<boolean> {
  const { findings, services, target } = walk;
  if (target.connection.id === demoId) {
    findings.set('place', {
      status: 'fine',
      title: l10n.t('The demo is built into Parley'),
      facts: [l10n.t('Nothing leaves this computer.')],
    });
    return true;
  }
  findings.set('place', placeOutcome(walk));
  const { network } = services;
  if (network !== undefined) {
    return networkSteps(walk, network);
  }
  skip(findings, ['proxy', 'name', 'port', 'certificate'], l10n.t('Not available in the browser'));
  return true;
}

async function networkSteps(walk: Walk, network: NetworkTools): Promise<boolean> {
  const way = await proxyStep(walk, network);
  const steps = [
    ['name', async () => nameStep(walk, network, way)],
    ['port', async () => portStep(walk, network, way)],
    ['certificate', async () => certificateStep(walk, way)],
  ] as const;
  try {
    for (const [index, [, take]] of steps.entries()) {
      if ((await take()).status === 'problem') {
        skip(walk.findings, [...steps.slice(index + 1).map(([step]) => step), 'models']);
        return false;
      }
    }
    return true;
  } finally {
    way.close();
  }
}

function skip(findings: Findings, steps: readonly DiagnosisStep[], title = ''): void {
  for (const step of steps) {
    findings.set(step, { status: 'skipped', title });
  }
}

/** Says where requests leave from, and how to change that. */
function placeOutcome({ services: { place, network }, url }: Walk): Outcome {
  const { remoteName, isRemote, isBrowser, extensionId } = place;
  const isContainer = network?.isContainer() === true;
  const isOther = isRemote || isContainer;
  const kind = isRemote ? (isBrowser ? 'web' : 'ui') : 'workspace';
  const facts = [
    network === undefined &&
      l10n.t(
        'The service must allow requests from web pages (CORS), and only addresses with https or on this computer can be reached.',
      ),
    isContainer &&
      l10n.t(
        'Parley runs in a container. The computer that runs the container is often available as {0}.',
        'host.docker.internal',
      ),
    isOther &&
      isThisComputer(url.hostname) &&
      l10n.t('“{0}” is the host that Parley runs on, not your computer.', url.hostname),
  ].filter((fact) => fact !== false);
  const host = isRemote
    ? l10n.t('The remote host ({0})', remoteName ?? '')
    : l10n.t('This computer');
  const title = network === undefined ? l10n.t('This browser') : host;
  const outcome: Outcome = { status: 'fine', title, facts };
  if (remoteName === undefined) {
    return outcome;
  }
  const entry = `"remote.extensionKind": { "${extensionId}": ["${kind}"] }`;
  const advice = isRemote
    ? l10n.t(
        'To send requests from your computer instead, add {0} to your settings and reload the window.',
        entry,
      )
    : l10n.t(
        'To send requests from the remote host instead, add {0} to your settings and reload the window.',
        entry,
      );
  return { ...outcome, advice: [advice], action: 'placeSettings' };
}
