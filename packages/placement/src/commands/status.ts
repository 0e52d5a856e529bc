import { JournalLocked } from '@berth/ledger/journal/journal-errors.ts';
import { ledgerName } from '../config/ledger-place.ts';
import { loadConfig } from '../config/load-config.ts';
import type { Config } from '../config/settings.ts';
import { openLedgerReadOnly } from '../open-ledger.ts';
import type { LedgerCheck } from '../rows/check-rows.ts';
import { checkRows } from '../rows/check-rows.ts';
import { checkWorld } from '../rows/check-world.ts';
import { placementProjection } from '../rows/projection.ts';
import type { Command, CommandContext, ExitCode } from './command.ts';

export const status: Command = {
  name: 'status',
  summary: 'Check the ledger, or ask the service that has it open.',
  description: `Tells the schema of the ledger, how much is in it, and whether it is in order: nothing refers to what is not there,
usages are the sums of allocations, trees have no loops. Ends with status 0 if so, else says what is wrong and ends with 1.

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
  const { counts, problems, lastNumber } = await readLedger(config);
  context.print(
    `${ledgerName(config.ledgerPath)}: schema ${placementProjection.schemaVersion}, change ${lastNumber}`,
  );
  for (const [table, count] of Object.entries(counts)) context.print(`${table.padEnd(20)}${count}`);
  if (problems.length === 0) {
    context.print('in order');
    return 0;
  }
  for (const problem of problems.slice(0, shownMax)) context.complain(problem);
  context.complain(
    `${problems.length} problems${problems.length > shownMax ? `, of which ${shownMax} are shown` : ''}`,
  );
  return 1;
}

const shownMax = 100;

/** Read twice: once as plain rows, in which anything may be wrong, and once as the service reads it. */
async function readLedger(config: Config): Promise<LedgerCheck & { lastNumber: number }> {
  const rows = await openLedgerReadOnly(config, {
    ...placementProjection,
    rowsOf: () => [],
    changesOf: (read): LedgerCheck[] => [checkRows(read)],
  });
  try {
    const [check] = [...(await rows.load())] as [LedgerCheck]; // Just what changesOf gave.
    if (check.problems.length > 0) return { ...check, lastNumber: rows.lastNumber };
    const world = await openLedgerReadOnly(config, placementProjection);
    try {
      return { counts: check.counts, problems: checkWorld(await world.load()), lastNumber: rows.lastNumber };
    } finally {
      await world.close();
    }
  } finally {
    await rows.close();
  }
}

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
