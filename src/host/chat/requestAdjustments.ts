import type { Target } from '../connections/target.ts';
import type { Memento } from 'vscode';
import { isArrayOf, isObjectOf, isString, type Guarded } from '../../shared/guards.ts';
import {
  addAdjustments,
  isRequestAdjustment,
  type RequestAdjustment,
} from '../../shared/service/requestAdjustment.ts';

/** What is changed in requests because a service has refused a field, by connection and model. */
export interface AdjustmentMemory {
  /** What is changed in every request to this target. */
  of(target: Target): readonly RequestAdjustment[];
  /** Keeps what the service has accepted; a change for one request is not kept. */
  remember(target: Target, changes: readonly RequestAdjustment[]): void;
  forget(target: Target): void;
}

const stateKey = 'parley.requestChanges';

/** More models than anybody talks to; the oldest go first. */
const maxEntries = 200;

const isEntry = isObjectOf({
  connectionId: isString,
  /** Another address is another service. */
  baseUrl: isString,
  model: isString,
  changes: isArrayOf(isRequestAdjustment),
});

/** `onChange` hears when something is remembered or forgotten, `onFailure` when it cannot be kept. */
export function createAdjustmentMemory(
  state: Pick<Memento, 'get' | 'update'>,
  onChange: () => void,
  onFailure: (error: unknown) => void,
): AdjustmentMemory {
  const entries = () => {
    const stored: unknown = state.get(stateKey);
    return Array.isArray(stored) ? stored.filter(isEntry) : [];
  };
  const of = (target: Target) => entries().find((entry) => isFor(entry, target))?.changes ?? [];
  const put = ({ connection, model }: Target, changes: readonly RequestAdjustment[]) => {
    const others = entries().filter((entry) => !isFor(entry, { connection, model }));
    const { id: connectionId, baseUrl } = connection;
    const own = changes.length === 0 ? [] : [{ connectionId, baseUrl, model, changes }];
    state.update(stateKey, [...others, ...own].slice(-maxEntries)).then(onChange, onFailure);
  };
  return {
    of,
    remember(target, changes) {
      const known = of(target);
      const lasting = changes.filter(({ once }) => once !== true);
      const next = addAdjustments(known, lasting);
      if (JSON.stringify(next) !== JSON.stringify(known)) {
        put(target, next);
      }
    },
    forget: (target) => put(target, []),
  };
}

function isFor(entry: Guarded<typeof isEntry>, { connection, model }: Target): boolean {
  return (
    entry.connectionId === connection.id &&
    entry.baseUrl === connection.baseUrl &&
    entry.model === model
  );
}
