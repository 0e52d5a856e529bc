// Loaded before anything else, and in JavaScript, since the way to the first line of TypeScript takes a tenth of a second: from
// here on signals that are not meant to end the process do not. See packages/berth/src/commands/steady-signals.ts.
for (const signal of ['SIGHUP', 'SIGUSR1', 'SIGUSR2', 'SIGPIPE']) process.on(signal, () => {});
