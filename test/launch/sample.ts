import { sampleFolder, writeSampleWorkspace } from './vscode/sampleWorkspace.ts';

// `npm run sample`: writes the workspace that F5 opens.
await writeSampleWorkspace(sampleFolder);
