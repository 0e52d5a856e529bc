import type { PlanRecord, PlanStep, PlanSummary } from '@berth/client/compute/plans.ts';

/** A plan as a list shows it. */
export function summaryLine(plan: PlanSummary): string {
  const { id, created_at: createdAt, state, moves } = plan;
  return `${id}  ${createdAt}  ${state.padEnd(7)}  ${moves.done}/${moves.total}  ${goalWords(plan)}`;
}

/** All of a plan: what it comes to, its steps, and who has to stay. */
export function* planLines(plan: PlanRecord): Generator<string> {
  const { id, state, message, moves, fullest, stuck, strangers, strangers_named: named } = plan;
  yield `Plan ${id}: ${goalWords(plan)}`;
  yield `${state}${message === null ? '' : `: ${message}`}`;
  yield `${counted(moves.total, 'move')}, at least ${moves.at_least} would be needed${progressWords(plan)}`;
  if (fullest)
    yield `The fullest host is ${percent(fullest.before)} full, and would be ${percent(fullest.after)}.`;
  if (plan.steps.length > 0) yield '';
  for (const step of plan.steps) yield stepLine(step);
  for (const { text, servers } of stuck) {
    yield '';
    yield `${counted(servers.length, 'server')} ${servers.length === 1 ? 'has' : 'have'} to stay. ${text}`;
    for (const { id: server, host } of servers) yield `  ${server} on ${host}`;
  }
  const told = stuck.reduce((sum, { servers }) => sum + servers.length, 0);
  if (told < plan.stuck_servers) yield `  and ${plan.stuck_servers - told} more`;
  if (strangers > 0) {
    yield '';
    yield `${counted(strangers, 'consumer')} that ${strangers === 1 ? 'is no server holds' : 'are no servers hold'} something there, and ${strangers === 1 ? 'is' : 'are'} not moved:`;
    for (const { consumer, host } of named) yield `  ${consumer} on ${host}`;
  }
}

/** How far it has come. */
export function progressLine({ state, message, moves }: PlanSummary): string {
  const { total, done, moving, failed, skipped } = moves;
  const more = [
    moving > 0 ? `${moving} under way` : '',
    failed > 0 ? `${failed} failed` : '',
    skipped > 0 ? `${skipped} skipped` : '',
  ].filter((each) => each !== '');
  const rest = more.length > 0 ? `, ${more.join(', ')}` : '';
  return `${done} of ${total} done${rest}: ${state}${message === null ? '' : `. ${message}`}`;
}

function stepLine({ number, kind, server, from, to, purpose, after, state, message }: PlanStep): string {
  const why = purpose === 'make-room' ? ', to make room' : '';
  const wait = after.length > 0 ? `, after ${after.join(', ')}` : '';
  const told = message === null ? '' : `: ${message}`;
  return `${String(number).padStart(5)}  ${kind}  ${server}  ${from.host} → ${to.host}${why}${wait}  ${state}${told}`;
}

function goalWords({ empty, spread }: PlanSummary): string {
  if (empty) {
    const { hosts } = empty;
    const named =
      hosts.length <= namedMax
        ? hosts.join(', ')
        : `${hosts.slice(0, namedMax).join(', ')} and ${hosts.length - namedMax} more`;
    return `empty ${named}`;
  }
  return `spread, to ${percent(spread?.tolerance ?? 0)} above the mean`;
}

const namedMax = 10;

function progressWords({ moves, state }: PlanSummary): string {
  return state === 'ready' || moves.total === 0
    ? '.'
    : `; ${moves.done} done, ${moves.moving} under way, ${moves.failed} failed, ${moves.skipped} skipped.`;
}

function percent(part: number): string {
  return `${(100 * part).toFixed(1)} %`;
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? '' : 's'}`;
}
