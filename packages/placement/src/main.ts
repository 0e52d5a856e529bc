import { readFileSync } from 'node:fs';
import packageJson from '../package.json' with { type: 'json' };
import { dispatch } from './commands/dispatch.ts';
import { stopSignal } from './commands/stop-signal.ts';

const exitCode = await dispatch(
  {
    args: process.argv.slice(2),
    environment: process.env,
    readText: (path) => readFileSync(path, 'utf8'),
    print: (text) => process.stdout.write(`${text}\n`),
    complain: (text) => process.stderr.write(`${text}\n`),
    // Loaded when it is needed: help and wrong settings are told without opening anything.
    openPlacement: async (config, log) => {
      const { openPlacement } = await import('./open-placement.ts');
      return openPlacement(config, log);
    },
    stopSignal,
  },
  packageJson.version,
);
// Not left to run out: a connection that a client keeps open must not keep an ended service alive.
process.exit(exitCode);
