import packageJson from '../../package.json' with { type: 'json' };
import { dispatch } from './dispatch.ts';

// Whoever reads what is printed may have read enough.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
  process.exit();
});

process.exitCode = await dispatch(
  process.argv.slice(2),
  {
    print: (text) => process.stdout.write(`${text}\n`),
    complain: (text) => process.stderr.write(`${text}\n`),
    directory: process.cwd(),
  },
  packageJson.version,
);
