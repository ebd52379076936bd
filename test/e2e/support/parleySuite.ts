import type { DemoService } from '../../../src/demo/service.ts';
import { serveCanary, type CanaryService } from './canary.ts';
import {
  openParley,
  pictureFailure,
  type ParleyWindow,
  type WindowOptions,
} from './parleyWindow.ts';

/** What the tests of a suite share. */
export interface ParleySuite {
  /** Where all of the connections lead. */
  readonly service: CanaryService;
  /** A window in which the canary key is set and the canary prompt was sent. */
  readonly parley: ParleyWindow;
}

/** What differs from one suite to the next. */
export interface SuiteOptions extends Partial<WindowOptions> {
  readonly demo?: DemoService;
  /** The connections of the settings; one with a model that repeats what it is sent where not given. */
  readonly connections?: (baseUrl: string) => readonly Readonly<Record<string, string>>[];
  /** Further settings of the user. */
  readonly settings?: Readonly<Record<string, unknown>>;
}

/**
 * Opens a window before the tests of this suite and hands it to `onOpen`, takes a picture where one
 * fails, and closes it after them.
 */
export function withParley(
  onOpen: (suite: ParleySuite) => void,
  { demo, connections = echoing, settings, ...window }: SuiteOptions = {},
): void {
  let service: CanaryService | undefined;
  let parley: ParleyWindow | undefined;
  before(async () => {
    service = await serveCanary(demo);
    parley = await openParley(
      { 'parley.connections': connections(service.baseUrl), ...settings },
      window,
    );
    await parley.useCanary();
    onOpen({ service, parley });
  });
  afterEach(async function () {
    await pictureFailure(this.currentTest, parley);
  });
  after(async () => {
    await parley?.close();
    await service?.close();
  });
}

function echoing(baseUrl: string) {
  return [{ id: 'loopback', name: 'Loopback', baseUrl, model: 'demo-echo' }];
}
