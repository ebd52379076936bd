import { registerHooks } from 'node:module';

const url = new URL('./vscodeStandIn.ts', import.meta.url).href;

// For the process that imports this.
registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'vscode'
      ? { url, format: 'module-typescript', shortCircuit: true }
      : next(specifier, context),
});
