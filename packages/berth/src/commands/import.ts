import { ConfigError } from '../config/config-error.ts';
import { loadConfig } from '../config/load-config.ts';
import { shownArgument } from '../config/shown-argument.ts';
import { list, size, url } from '../config/kinds.ts';
import { settingsOfSection } from '../config/settings.ts';
import { storedCloud } from '../cloud/stored-cloud.ts';
import { importFile } from '../moving/import-file.ts';
import { countOption } from './count-option.ts';
import { ownArguments } from './own-arguments.ts';
import { Progress } from '../moving/progress.ts';
import type { NovaOptions } from '../moving/source/nova/import-nova.ts';
import type { Command, CommandContext, ExitCode } from './command.ts';
import { serviceToAsk } from './service-to-ask.ts';

export const importLedger: Command = {
  takes: 'FILE | - | --from URL [--from-nova URL]',
  description: `berth import FILE (or -, which is standard input) reads what berth export has written. berth import --from URL reads all of a running Placement (or Berth)
through its API, reads it once more to see that nothing has changed meanwhile, and keeps generations as they are. Both bring
it into a ledger that has nothing but the standard traits and classes, or is made new; if interrupted, the same command goes
on where it ended. What comes in obeys the rules of the API. See docs/moving-in.md.

With --from-nova URL it also reads the Nova that works with that Placement: flavors, servers (also deleted ones) with their actions,
hosts and their aggregates, key pairs, server groups and limits. What could not be had is told at the end.

Status 0: all is in the ledger. 1: nothing is, or what was read kept changing (--despite-changes). 2: it was called wrongly.

  --allow over-allocation,odd-amounts,negative-capacity
      Take in, and list, what is not as clients may write it: more held of a provider than it has to give; amounts that its
      min_unit, max_unit or step_size do not allow; inventories with less than nothing to give. Such things are left over where
      an inventory has changed under what is held of it.
  --allow busy-servers,servers-without-allocations,allocations-of-deleted-servers,shared-addresses
      The same of servers: something is under way with one, and nobody here will end it; one is on a host and holds nothing in
      Placement; one is deleted and still holds something; two have one address on networks of one name.
  --allow hosts-in-several-zones,hosts-outside-aggregates
      The same of hosts: one is in two availability zones; one is in an aggregate, and not in Placement's of the same id.
  --from URL
      Where the Placement to be read is. Its newest microversion is used.
  --from-nova URL
      Where the compute API of the same cloud is: https://nova.example/v2.1.
  --deleted-days N
      For how many days servers that were deleted are brought along, 90 unless given; 0: none of them.
  --without-actions
      Leave out what was done with servers (os-instance-actions), which is most of the reading.
  --report FILE
      Where to write, as JSON, what could not be had of Nova; it is printed as well.
  --dry-run
      Read and check everything, tell what would be imported, and leave the ledger alone.
  --token TOKEN
      The token to show there. Others can read it here: better in the variable OS_TOKEN, or one of the Keystone in the
      settings below.
  --concurrency N
      How many requests are made at one time, 8 unless given.
  --rounds N
      How often at most it is all read again when something has changed, 3 unless given.
  --max-answers SIZE
      How long the answers that are read at one time may be together, 256MiB unless given. A list may be as long as that, an
      answer about one thing as long as its share by --concurrency.
  --despite-changes
      Import what was read last, even if it still changed in the last round.
  --work-file FILE
      Where what was read is kept until all is done; beside the ledger unless given.`,
  settings: ['ledgerPath', 'ledgerSchema', ...settingsOfSection('keystone')],
  run,
};

const ownOptions = {
  allow: 'text',
  from: 'text',
  'from-nova': 'text',
  'deleted-days': 'text',
  'without-actions': 'switch',
  report: 'text',
  'dry-run': 'switch',
  token: 'text',
  concurrency: 'text',
  rounds: 'text',
  'max-answers': 'text',
  'work-file': 'text',
  'despite-changes': 'switch',
} as const;

async function run(context: CommandContext): Promise<ExitCode> {
  const { values, switches, positionals, rest } = ownArguments(context.args, ownOptions);
  const { config } = loadConfig({ ...context, args: rest });
  const allowed = allowedBy(values.allow ?? '');
  const progress = new Progress(context.logTarget);
  const [file, ...more] = positionals;
  if (more.length > 0) throw new ConfigError([`${shownArgument(more[0] ?? '')}: not expected here`]);

  if (values.from === undefined) {
    if (file === undefined) throw new ConfigError(['import needs a FILE, or --from URL']);
    const forOther = (Object.keys(ownOptions) as (keyof typeof ownOptions)[]).filter(
      (name) => name !== 'allow' && (name in values || switches.has(name)),
    );
    if (forOther.length > 0)
      throw new ConfigError(forOther.map((name) => `--${name}: goes with --from only`));
    const { print, complain } = context;
    return await importFile({ path: file, config, allowed, print, complain, progress });
  }
  if (file !== undefined) throw new ConfigError(['import takes either a FILE or --from URL, not both']);
  const { token } = serviceToAsk(values, context);
  const nova = novaIn(values, switches);
  // Loaded when it is needed: no other command talks to a Placement.
  const { importFrom } = await import('../moving/source/import-from.ts');
  return await importFrom({
    url: values.from,
    token,
    concurrency: countOption('--concurrency', values.concurrency ?? '8', 256),
    roundsMax: countOption('--rounds', values.rounds ?? '3', 100),
    allowed,
    answersMaxBytes: bytes('--max-answers', values['max-answers'] ?? '256MiB'),
    isDespiteChanges: switches.has('despite-changes'),
    nova,
    isDryRun: switches.has('dry-run'),
    workFile: values['work-file'] ?? null,
    config,
    print: context.print,
    complain: context.complain,
    progress,
  });
}

/** What the options say of Nova; null where it is not to be read. */
function novaIn(
  values: Readonly<Partial<Record<'from-nova' | 'deleted-days' | 'report', string>>>,
  switches: ReadonlySet<string>,
): NovaOptions | null {
  const from = values['from-nova'];
  if (from === undefined) {
    const alone = [...Object.keys(values), ...switches].filter((name) => novaOnly.includes(name));
    if (alone.length > 0) throw new ConfigError(alone.map((name) => `--${name}: goes with --from-nova only`));
    return null;
  }
  if (url().parse(from) === undefined) throw new ConfigError([`--from-nova: must be ${url().description}`]);
  return {
    url: from,
    deletedDays: countOption('--deleted-days', values['deleted-days'] ?? '90', 36_500, 0),
    hasActions: !switches.has('without-actions'),
    reportFile: values.report ?? null,
  };
}

const novaOnly = ['deleted-days', 'without-actions', 'report'];

function bytes(option: string, text: string): number {
  const value = size().parse(text);
  if (value === undefined || value < 1)
    throw new ConfigError([`${option}: must be ${size().description}, not '${text}'`]);
  return value;
}

function allowedBy(text: string): ReadonlySet<string> {
  const allowances = storedCloud.parts.flatMap(({ records }) => records.allowances);
  const words = list('RULE').parse(text) ?? [];
  const wrong = words.filter((word) => !allowances.includes(word));
  if (wrong.length > 0)
    throw new ConfigError(wrong.map((word) => `--allow: '${word}' is none of ${allowances.join(', ')}`));
  return new Set(words);
}
