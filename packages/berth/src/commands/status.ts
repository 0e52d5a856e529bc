import { JournalLocked } from '@berth/ledger/journal/journal-errors.ts';
import { ledgerName } from '../config/ledger-place.ts';
import { loadConfig } from '../config/load-config.ts';
import type { Config } from '../config/settings.ts';
import { checkLedger, type LedgerCheck } from '../checking/check-ledger.ts';
import { type CloudChange, storedCloud, cloudProjections } from '../cloud/stored-cloud.ts';
import { ownArguments } from './own-arguments.ts';
import { ledgerOf } from '../opening/ledger.ts';
import { askHolder, type HolderAnswer } from '../serving/ask-holder.ts';
import type { Command, CommandContext, ExitCode } from './command.ts';

export const status: Command = {
  description: `Tells the schema of the ledger, how much is in it, and whether it is in order: nothing refers to what is not there,
usages are the sums of allocations, trees have no loops, everything obeys the rules of the API, and the rows are what the
changes that are kept have made. Ends with status 0 if so, else says what is wrong and ends with 1.

While a service has the file open, that service is asked whether it can serve, and nothing is checked. A ledger in PostgreSQL can
always be checked.

  --json
      Print one JSON object instead of sentences.
  --repair
      Make the rows of consumers what the changes that are kept have made them, where they differ. The ledger must not be in
      use. What is repaired is a change like any other, and told.`,
  settings: ['ledgerPath', 'ledgerSchema', 'leaseMs'],
  run,
};

const ownOptions = { json: 'switch', repair: 'switch' } as const;

async function run(context: CommandContext): Promise<ExitCode> {
  const { switches, positionals, rest } = ownArguments(context.args, ownOptions);
  const { config } = loadConfig({ ...context, args: [...positionals, ...rest] });
  const tell = switches.has('json') ? tellAsJson : tellInSentences;
  try {
    const check = await lookAt(config);
    if (!switches.has('repair') || check.repairs.length === 0) return tell(context, config, check);
    await repair(config, check);
    return tell(context, config, await lookAt(config), check.repairs.length);
  } catch (error) {
    if (!(error instanceof JournalLocked) || switches.has('repair')) throw error;
    const answer = await askHolder(config, error);
    if (switches.has('json')) context.print(JSON.stringify(heldAsJson(config, error, answer), null, 2));
    else tellHeld(context, error, answer);
    return answer.isHealthy ? 0 : 1;
  }
}

type Check = LedgerCheck<CloudChange>;

function lookAt(config: Config): Promise<Check> {
  return checkLedger(storedCloud, (parts) => ledgerOf(config).openReadOnly(parts));
}

async function repair(config: Config, { repairs }: Check): Promise<void> {
  const journal = await ledgerOf(config).openForWriting(cloudProjections);
  try {
    await journal.append(repairs, Date.now());
  } finally {
    await journal.close();
  }
}

type Tell = (context: CommandContext, config: Config, check: Check, repaired?: number) => ExitCode;

const tellInSentences: Tell = ({ print, complain }, config, check, repaired = 0) => {
  const { parts, problems, remarks, repairs, lastNumber } = check;
  const versions = parts.map(({ name, schemaVersion }) => `${name} ${schemaVersion}`);
  print(`${ledgerName(config.ledgerPath)}: schema ${versions.join(', ')}, change ${lastNumber}`);
  for (const [table, count] of Object.entries(countsOf(check))) print(`${table.padEnd(19)} ${count}`);
  if (repaired > 0) print(`${repaired} repaired`);
  tellSome(remarks, 'remarks (what can come about without anything being wrong)', print);
  tellSome(problems, 'problems', complain);
  if (repairs.length > 0) complain(`berth status --repair mends ${repairs.length} of them.`);
  if (problems.length === 0) print('in order');
  return problems.length === 0 ? 0 : 1;
};

function tellSome(sentences: readonly string[], what: string, say: (text: string) => void): void {
  if (sentences.length === 0) return;
  for (const sentence of sentences.slice(0, shownMax)) say(sentence);
  say(`${sentences.length} ${what}${sentences.length > shownMax ? `, of which ${shownMax} are shown` : ''}`);
}

const shownMax = 100;

const tellAsJson: Tell = ({ print }, config, check, repaired = 0) => {
  const { parts, problems, remarks, repairs, lastNumber } = check;
  const shown = {
    ledger: ledgerName(config.ledgerPath),
    // Of the first part: ledgers once had only one.
    schema: parts[0]?.schemaVersion,
    parts: Object.fromEntries(parts.map(({ name, schemaVersion }) => [name, { schema: schemaVersion }])),
    change: lastNumber,
    in_order: problems.length === 0,
    counts: countsOf(check),
    problems,
    remarks,
    repairable: repairs.length,
    repaired,
  };
  print(JSON.stringify(shown, null, 2));
  return problems.length === 0 ? 0 : 1;
};

/** Of all tables: no two parts have one of the same name. */
function countsOf({ parts }: Check): Readonly<Record<string, number>> {
  return Object.fromEntries(parts.flatMap(({ counts }) => Object.entries(counts)));
}

function tellHeld({ print, complain }: CommandContext, error: JournalLocked, answer: HolderAnswer): void {
  print(error.message);
  (answer.isHealthy ? print : complain)(answer.url === null ? answer.text : `${answer.url}: ${answer.text}`);
}

function heldAsJson(config: Config, error: JournalLocked, { url, isHealthy, text }: HolderAnswer) {
  return {
    ledger: ledgerName(config.ledgerPath),
    held_by: error.owner,
    service: { url, healthy: isHealthy, says: text.split('\n') },
  };
}
