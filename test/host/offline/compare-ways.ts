import assert from 'node:assert/strict';
import { copyFileSync } from 'node:fs';
import { join } from 'node:path';
import { berthCommandEnd, type CommandEnd, migrateCommand } from './berth-command.ts';
import { type Fleet, type FleetPlace, fleetPlace } from './fleet-place.ts';
import { consumersPerHost, makeGpuFleet } from './gpu-fleet.ts';
import { hashOf, ledgerState } from './ledger-state.ts';
import { type OnlineReshape, reshapeOnline } from './reshape-online.ts';

/** A kind of ledger: gives the place of a new one each time. */
export type NewLedger = (name: string) => Promise<readonly string[]>;

export interface Comparison {
  readonly dryRun: CommandEnd;
  readonly offline: CommandEnd;
  readonly again: CommandEnd;
  readonly online: OnlineReshape;
  /** How often it was killed before it got through. */
  readonly kills: number;
}

/**
 * One fleet, reshaped in three ways: by the offline command, by the offline command that is killed again and again, and by its hosts on a
 * service. Asserts that all come to the same state, and that a dry run before leaves everything as it is.
 *
 * `killAfter` says, of so many nodes, after how many it is killed each time; as many are in the middle of something then as are done at one
 * time.
 */
export async function compareWays(
  fleet: Fleet,
  newLedger: NewLedger,
  killAfter: readonly number[],
): Promise<Comparison> {
  const { directory, hosts } = fleet;
  const [made, exported] = [join(directory, 'made.db'), join(directory, 'made.export')];
  await makeGpuFleet(fleetPlace(fleet, ['--ledger', made]));
  await succeed(['export', exported, '--ledger', made]);
  const isInFile = (place: FleetPlace) => place.ledgerArgs.length === 2;
  const copy = async (name: string): Promise<FleetPlace> => {
    const place = fleetPlace(fleet, await newLedger(name));
    if (isInFile(place)) copyFileSync(made, place.ledgerArgs[1] ?? '');
    else await succeed(['import', exported, ...place.ledgerArgs]);
    return place;
  };
  const hashAt = async (place: FleetPlace) => hashOf(await ledgerState(place));
  const migrate = [...migrateCommand];

  const offlinePlace = await copy('offline');
  const { args } = offlinePlace.settings('gpu-v2');
  const before = await hashAt(offlinePlace);
  const dryRun = await succeed([...migrate, '--dry-run', '--json', ...args]);
  assert.match(dryRun.printed, new RegExp(`"reshaped":${hosts},.*"consumers_moved":${hosts * 7}\\b`));
  assert.equal(await hashAt(offlinePlace), before, 'a dry run has changed something');
  const offline = await succeed([...migrate, ...args]);
  assert.match(offline.printed, new RegExp(`${hosts} were reshaped, and ${hosts * 7} consumers moved`));
  const state = await ledgerState(offlinePlace);
  assert.equal(state.filter((line) => line.startsWith('{"consumer"')).length, hosts * consumersPerHost);
  const again = await succeed([...migrate, ...args]);
  assert.match(again.printed, /nothing had to be reshaped/);
  assert.equal(await hashAt(offlinePlace), hashOf(state), 'a second run has changed something');
  await succeed(['status', ...offlinePlace.ledgerArgs]);

  const onlinePlace = await copy('online');
  const online = await reshapeOnline(onlinePlace);
  assert.equal(await hashAt(onlinePlace), hashOf(state), 'offline and online come to different ends');

  const killedPlace = await copy('killed');
  let kills = 0;
  const killedArgs = [...migrate, ...killedPlace.settings('gpu-v2').args];
  for (const killAfterLines of killAfter) {
    const { code, complaints } = await berthCommandEnd([...killedArgs, '--json'], { killAfterLines });
    assert.ok(code === null || code === 0, complaints);
    if (code === null) kills += 1;
  }
  await succeed(killedArgs);
  assert.equal(await hashAt(killedPlace), hashOf(state), 'what was interrupted has come to another end');
  return { dryRun, offline, again, online, kills };
}

async function succeed(args: readonly string[]): Promise<CommandEnd> {
  const end = await berthCommandEnd(args);
  assert.equal(end.code, 0, `berth ${args.join(' ')}: ${end.complaints}`);
  return end;
}
