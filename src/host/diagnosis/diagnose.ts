import * as vscode from 'vscode';
import type { Diagnosis, ReplyOffer } from '../../shared/diagnosis/diagnosis.ts';
import { modelFacts } from '../../shared/models/modelFacts.ts';
import {
  addAdjustments,
  type RefusedField,
  type RequestAdjustment,
} from '../../shared/service/requestAdjustment.ts';
import { demoId } from '../connections/connection.ts';
import { shownAddress } from '../connections/shownAddress.ts';
import type { Target } from '../connections/target.ts';
import { certificateStep } from './way/certificateStep.ts';
import type { DiagnosisServices } from './diagnosisServices.ts';
import { createFindings, type Findings } from './findings.ts';
import { modalitiesOutcome, parametersOutcome } from './listedSteps.ts';
import { createMask } from './masks.ts';
import { type Listed, modelsStep } from './modelsStep.ts';
import { nameStep } from './way/nameStep.ts';
import { placeOutcome } from './place.ts';
import { portStep } from './way/portStep.ts';
import { replyOffer } from './reply/replyRequest.ts';
import { replySteps } from './reply/replySteps.ts';
import { createWalk, type Walk } from './walk.ts';
import { proxyStep } from './way/way.ts';
import type { NetworkTools } from './way/networkTools.ts';

/** A diagnosis at work. */
export interface RunningDiagnosis {
  /** Resolves when the steps that need no click are over, or the diagnosis was stopped. Never rejects. */
  readonly ended: Promise<void>;
  /**
   * Sends the request that `offer` of the diagnosis describes; does nothing while there is no offer. Resolves when
   * its findings are there, or the diagnosis was stopped. Never rejects.
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
    {
      connectionId: connection.id,
      connection: connection.name,
      address: shownAddress(connection.baseUrl),
      model,
    },
    createMask(target, services),
    onChange,
  );
  const walk = createWalk(target, services, findings, signal);
  const questions = createQuestions(walk);
  let isAsking = false;
  return {
    ended: settled(findings, signal, async () => {
      await services.redactor.ready();
      const isReached = await wayToService(walk);
      return isReached ? questions.afterList(await modelsStep(walk)) : undefined;
    }),
    async askForReply() {
      const { offer } = findings.diagnosis();
      if (offer !== undefined && !isAsking && !signal.aborted) {
        isAsking = true;
        findings.setState({ isRunning: true });
        await settled(findings, signal, async () => questions.ask(offer.kind));
        isAsking = false;
      }
    },
  };
}

/** Does a part of a diagnosis, and then shows what the user is offered, or that it was stopped. Never rejects. */
async function settled(
  findings: Findings,
  signal: AbortSignal,
  work: () => Promise<ReplyOffer | undefined>,
): Promise<void> {
  let offer: ReplyOffer | undefined;
  try {
    offer = await work();
  } catch (error) {
    for (const { step, status } of findings.diagnosis().findings) {
      if (status === 'running') {
        findings.set(
          step,
          signal.aborted
            ? { status: 'skipped', title: vscode.l10n.t('Stopped') }
            : {
                status: 'problem',
                cause: 'requestFailed',
                title: vscode.l10n.t('Parley failed: {0}', String(error).slice(0, 500)),
              },
        );
      }
    }
  }
  findings.setState({ isRunning: false, isStopped: signal.aborted, offer });
}

/** Takes the steps up to the service. Returns whether it is worth a request. */
async function wayToService(walk: Walk): Promise<boolean> {
  const { findings, services, target } = walk;
  if (target.connection.id === demoId) {
    findings.set('place', {
      status: 'fine',
      title: vscode.l10n.t('The demo is built into Parley'),
      facts: [vscode.l10n.t('Nothing leaves this computer.')],
    });
    return true;
  }
  findings.set('place', placeOutcome(walk));
  const { network } = services;
  if (network === undefined) {
    for (const step of ['proxy', 'name', 'port', 'certificate'] as const) {
      findings.set(step, {
        status: 'skipped',
        title: vscode.l10n.t('Not available in a browser'),
      });
    }
    return true;
  }
  return networkSteps(walk, network);
}

async function networkSteps(walk: Walk, network: NetworkTools): Promise<boolean> {
  const { findings } = walk;
  const way = await proxyStep(walk, network);
  try {
    const name = await nameStep(walk, network, way);
    if (name.status === 'problem') {
      skip(
        findings,
        ['port', 'certificate', 'models'],
        vscode.l10n.t('Not checked: the name was not found'),
      );
      return false;
    }
    const port = await portStep(walk, network, way);
    if (port.status === 'problem') {
      skip(
        findings,
        ['certificate', 'models'],
        vscode.l10n.t('Not checked: there is no connection'),
      );
      return false;
    }
    const certificate = await certificateStep(walk, way);
    if (certificate.status === 'problem') {
      skip(findings, ['models'], vscode.l10n.t('Not checked: the connection cannot be trusted'));
      return false;
    }
    return true;
  } finally {
    way.close();
  }
}

function skip(
  findings: Findings,
  steps: readonly ('port' | 'certificate' | 'models')[],
  title: string,
): void {
  for (const step of steps) {
    findings.set(step, { status: 'skipped', title });
  }
}

/** The questions to a model, and what is known from earlier ones. */
function createQuestions(first: Walk) {
  let walk = first;
  let rejected: readonly RequestAdjustment[] = [];
  /** How long the reply of one token took. */
  let shortMs: number | undefined;
  const offered = (kind: ReplyOffer['kind']): ReplyOffer | undefined => {
    const { model } = walk.target;
    return model === undefined
      ? undefined
      : replyOffer(kind, model, walk.services.known(walk.target).price ?? walk.listed?.price);
  };
  return {
    /** Sets what follows from the model list. */
    afterList(models: Listed): ReplyOffer | undefined {
      const { findings, target } = first;
      const model = target.model ?? chatModel(models);
      const entry = models?.find(({ id }) => id === model);
      walk = { ...first, target: { ...target, model }, listed: entry && modelFacts(entry) };
      findings.setModel(model);
      findings.set('parameters', parametersOutcome(walk));
      findings.set('modalities', modalitiesOutcome(walk));
      const isListed = findings.of('models')?.status !== 'problem';
      const isMissing = findings.of('models')?.cause === 'wrongPath';
      return isListed || isMissing ? offered('token') : undefined;
    },
    async ask(kind: ReplyOffer['kind']): Promise<ReplyOffer | undefined> {
      const { model } = walk.target;
      if (model === undefined) {
        return undefined;
      }
      const asked = await replySteps(walk, model, kind, { rejected, shortMs });
      if (asked.kind === 'failed') {
        const adjustment = asked.refused && adjustmentFor(asked.refused);
        if (adjustment === undefined) {
          return offered(kind);
        }
        rejected = addAdjustments(rejected, [adjustment]);
        walk.findings.set('parameters', parametersOutcome(walk, rejected));
        return offered(kind);
      }
      const { reply } = asked;
      rejected = addAdjustments(
        rejected,
        reply.leftOut.map((field) => ({ field })),
      );
      walk.findings.set('parameters', parametersOutcome(walk, rejected));
      shortMs = kind === 'token' ? reply.endMs : shortMs;
      const { cause, status } = walk.findings.of('streaming') ?? {};
      return kind === 'token' && status === 'fine' && cause === undefined
        ? offered('stream')
        : undefined;
    },
  };
}

/** The first model of a list that chats. */
function chatModel(models: Listed = []): string | undefined {
  return models.find((model) => modelFacts(model).kind !== 'other')?.id;
}

/** How a request is sent after a field of it was rejected; undefined if its value was. */
function adjustmentFor({ name, otherName, isValue }: RefusedField): RequestAdjustment | undefined {
  return isValue ? undefined : { field: name, sentAs: otherName };
}
