import { SteadySignals } from './commands/steady-signals.ts';

// Before anything else is loaded: from here on a signal that is not meant to end the process does not.
const signals = new SteadySignals();

const [{ dispatch }, { stopSignal }, { readFileSync }, { programVersion }] = await Promise.all([
  import('./commands/dispatch.ts'),
  import('./commands/stop-signal.ts'),
  import('node:fs'),
  import('./program-version.ts'),
]);
const exitCode = await dispatch(
  {
    args: process.argv.slice(2),
    environment: process.env,
    readText: (path) => readFileSync(path, 'utf8'),
    print: (text) => process.stdout.write(`${text}\n`),
    complain: (text) => process.stderr.write(`${text}\n`),
    // Loaded when it is needed: help and wrong settings are told without opening anything.
    openCloud: async (config, log, events) => {
      const [{ openCloud }, { cloud }] = await Promise.all([
        import('./opening/open-cloud.ts'),
        import('./cloud/cloud.ts'),
      ]);
      return await openCloud(cloud, config, log, events);
    },
    stopSignal,
    onHangup: (listener) => signals.onHangup(listener),
    ...(process.stdout.isTTY
      ? {
          terminal: {
            width: process.stdout.columns,
            overwrite: (text) => process.stderr.write(`\r\x1b[K${text}`),
          },
        }
      : {}),
    ...(process.stdin.isTTY
      ? { confirm: async (question) => (await import('./commands/confirm.ts')).confirm(question) }
      : {}),
  },
  programVersion,
);
// A pipe whose reader is slow takes no more than 64 KiB at once; one whose reader is gone takes nothing, which is the reader's affair.
await Promise.all(
  [process.stdout, process.stderr].map(
    (stream) =>
      new Promise((resolve) => {
        stream.once('error', resolve);
        stream.write('', resolve);
      }),
  ),
);
// Not left to run out: a connection that a client keeps open must not keep an ended service alive.
process.exit(exitCode);
