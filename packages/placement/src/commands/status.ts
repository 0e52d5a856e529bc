import { JournalLocked } from '@berth/ledger/journal/journal-errors.ts';
import { ledgerName } from '../config/ledger-place.ts';
import { loadConfig } from '../config/load-config.ts';
import type { Config } from '../config/settings.ts';
import { openLedgerReadOnly } from '../open-ledger.ts';
import { checkLedger as checkWholeLedger } from '../rows/check-ledger.ts';
import { placementProjection } from '../rows/projection.ts';
import type { Command, CommandContext, ExitCode } from './command.ts';

export const status: Command = {
  name: 'status',
  summary: 'Check the ledger, or ask the service that has it open.',
  description: `Tells the schema of the ledger, how much is in it, and whether it is in order: nothing refers to what is not there,
usages are the sums of allocations, trees have no loops, everything obeys the rules of the API, and the rows are what the
changes that are kept have made. Ends with status 0 if so, else says what is wrong and ends with 1.

While a service has the file open, that service is asked whether it can serve, and nothing is checked. A ledger in PostgreSQL can
always be checked.`,
  run,
};

async function run(context: CommandContext): Promise<ExitCode> {
  const { config } = loadConfig(context);
  try {
    return await checkLedger(context, config);
  } catch (error) {
    if (!(error instanceof JournalLocked)) throw error;
    context.print(error.message);
    return await askService(context, config);
  }
}

async function checkLedger(context: CommandContext, config: Config): Promise<ExitCode> {
  const { counts, problems, remarks, lastNumber } = await checkWholeLedger((projection) =>
    openLedgerReadOnly(config, projection),
  );
  context.print(
    `${ledgerName(config.ledgerPath)}: schema ${placementProjection.schemaVersion}, change ${lastNumber}`,
  );
  for (const [table, count] of Object.entries(counts)) context.print(`${table.padEnd(20)}${count}`);
  tell(remarks, 'remarks (what can come about without anything being wrong)', context.print);
  if (problems.length === 0) {
    context.print('in order');
    return 0;
  }
  tell(problems, 'problems', context.complain);
  return 1;
}

function tell(sentences: readonly string[], what: string, say: (text: string) => void): void {
  if (sentences.length === 0) return;
  for (const sentence of sentences.slice(0, shownMax)) say(sentence);
  say(`${sentences.length} ${what}${sentences.length > shownMax ? `, of which ${shownMax} are shown` : ''}`);
}

const shownMax = 100;

const waitMs = 5_000;

async function askService(context: CommandContext, config: Config): Promise<ExitCode> {
  const url = `http://${reachableHost(config)}:${config.port}`;
  let response: Response;
  try {
    response = await fetch(`${url}/healthcheck`, { signal: AbortSignal.timeout(waitMs) });
  } catch (error) {
    throw new Error(`${url}: nobody answers`, { cause: error });
  }
  const text = `${url}: ${(await response.text()).trim()}`;
  if (response.ok) context.print(text);
  else context.complain(text);
  return response.ok ? 0 : 1;
}

/** Who listens on every address can be reached on this machine's own. */
function reachableHost({ host }: Config): string {
  if (host === '0.0.0.0') return '127.0.0.1';
  if (host === '::') return '[::1]';
  return host.includes(':') ? `[${host}]` : host;
}
