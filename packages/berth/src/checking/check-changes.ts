import type { JournalReader } from '@berth/ledger/journal/journal.ts';
import type { KindedChange } from '@berth/ledger/journal/projection.ts';
import type { CloudPart } from '../cloud/cloud-part.ts';
import { stateByPart } from '../cloud/state-by-part.ts';
import type { ChangesCheck, ComparedChanges } from './part-checks.ts';

/** Lets each part compare its rows with its changes that are kept. */
export async function checkChanges<Change extends KindedChange>(
  parts: readonly CloudPart<Change>[],
  ledger: JournalReader<Change>,
): Promise<ComparedChanges<Change>> {
  const problems: string[] = [];
  const repairs: Change[] = [];
  const checks = new Map<CloudPart<Change>, ChangesCheck<Change>>();
  const checkOf = (part: CloudPart<Change>) =>
    checks.getOrInsertComputed(part, () => part.checks.newChangesCheck());
  for (let after = 0; ; ) {
    const changes = [...(await ledger.changesAfter(after, changesAtOnce))];
    for (const numbered of changes) {
      const { kind } = numbered.change;
      const part = parts.find(({ projection }) => Object.hasOwn(projection.kinds, kind));
      if (part) checkOf(part).note(numbered);
      else problems.push(`Change ${numbered.number} is of the kind ${kind}, which no part has.`);
    }
    if (changes.length < changesAtOnce) break;
    after = changes.at(-1)?.number ?? after;
  }
  for (const [part, state] of stateByPart(parts, await ledger.load())) {
    const compared = checkOf(part).compare(state);
    for (const problem of compared.problems) problems.push(problem);
    for (const repair of compared.repairs) repairs.push(repair);
  }
  return { problems, repairs };
}

const changesAtOnce = 1000;
