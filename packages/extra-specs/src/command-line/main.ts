import packageJson from '../../package.json' with { type: 'json' };
import { dispatch } from './dispatch.ts';

process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  // Whoever reads what is printed may have read enough.
  if (error.code === 'EPIPE') process.exit();
  process.stderr.write(`extra-specs: ${error.message}\n`);
  process.exit(1);
});
// There is nobody left who could be told.
process.stderr.on('error', () => undefined);

process.exitCode = await dispatch(
  process.argv.slice(2),
  {
    print: (text) => process.stdout.write(`${text}\n`),
    complain: (text) => process.stderr.write(`${text}\n`),
    directory: process.cwd(),
  },
  packageJson.version,
);

// A plug-in may have left something running, which would go on for ever. What has been printed goes out first.
process.stdout.write('', (error) => {
  // Told and answered above.
  if (error) return;
  process.stderr.write('', () => process.exit());
});
