import type { Outcome } from './diagnosis.ts';
import { networkOutcome, outcome } from './outcomes.ts';
import { takeStep, type Walk } from './walk.ts';
import type { NetworkTools } from './networkTools.ts';
import type { Way } from './proxyStep.ts';

/** An IP address, which needs no look-up. */
const ipAddress = /^(?:\d+(?:\.\d+){3}|[\da-f]*:[\da-f:.]*)$/i;

/** Looks up the host name of the service, or of the proxy, which then looks up that of the service. */
export async function nameStep(
  walk: Walk,
  network: NetworkTools,
  { proxy }: Way,
): Promise<Outcome> {
  const name = proxy?.host ?? walk.place.host;
  const isAddress = ipAddress.test(name);
  const failed =
    proxy === undefined ? outcome('nameLookupFailed', name) : outcome('proxyNotFound', proxy.shown);
  return takeStep(walk, {
    step: 'name',
    tried: isAddress ? undefined : `DNS ${name}`,
    limitMs: walk.limits.stepMs,
    async work(): Promise<Outcome> {
      if (isAddress) {
        return { status: 'fine', title: name };
      }
      const found = await network.lookUp(name);
      if (found.kind === 'found') {
        return { status: 'fine', title: found.addresses.join(', ') };
      }
      return proxy === undefined && found.code === 'ENOTFOUND'
        ? networkOutcome(found.code, name)
        : { ...failed, facts: [found.code] };
    },
    late: failed,
  });
}
