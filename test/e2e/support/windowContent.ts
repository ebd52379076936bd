import type { Settings } from '../../launch/vscode/openWorkbench.ts';
import { writeFiles, writeSampleWorkspace } from '../../launch/vscode/sampleWorkspace.ts';

/** What a window has that can be made new while it is open. */
export interface WindowContent {
  /** Settings of the user. */
  readonly settings: Settings;
  /** Files of the workspace besides those of the sample, by path. */
  readonly files?: Readonly<Record<string, string | Uint8Array>> | undefined;
  /** Changes the workspace in `folder`. */
  readonly prepare?: ((folder: string) => Promise<void>) | undefined;
}

/** Writes the workspace into an empty folder. */
export async function writeWorkspace(
  folder: string,
  { files = {}, prepare }: WindowContent,
): Promise<void> {
  await writeSampleWorkspace(folder);
  await writeFiles(folder, files);
  await prepare?.(folder);
}

/** In CSS pixels. */
export const viewport = { width: 1600, height: 900 };
