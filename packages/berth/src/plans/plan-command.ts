import { setTimeout as pause } from 'node:timers/promises';
import {
  createPlan,
  deletePlan,
  getPlan,
  getPlanSummary,
  listPlans,
  type PlanBody,
  type PlanSummary,
  runPlan,
} from '@berth/client/compute/plans.ts';
import type { Transport } from '@berth/client/transport.ts';
import type { CommandContext, ExitCode } from '../commands/command.ts';
import { ownArguments } from '../commands/own-arguments.ts';
import { suggestion } from '@berth/cli/closest.ts';
import { ConfigError } from '../config/config-error.ts';
import { loadConfig } from '../config/load-config.ts';
import { shownArgument } from '../config/shown-argument.ts';
import { placementTransport } from '../host/placement-transport.ts';
import { numberOf, planBody, type PlanOption, planOptions, type Values } from './asked-plan.ts';
import { planLines, progressLine, summaryLine } from './plan-lines.ts';

/** Makes, shows and runs plans over the API, with the credentials of the client. */
export async function planCommand(context: CommandContext): Promise<ExitCode> {
  return await planCommandVia((rest) => {
    const { config } = loadConfig({ ...context, args: rest });
    return placementTransport(config, context.environment);
  }, context);
}

/** The same over any transport, which is opened once it is known what is to be done, and closed. */
export async function planCommandVia(
  open: (settings: readonly string[]) => Transport,
  context: CommandContext,
): Promise<ExitCode> {
  const { values, switches, positionals, rest } = ownArguments(context.args, planOptions);
  const [name, ...operands] = positionals;
  const action = actionNamed(name);
  await using closing = new AsyncDisposableStack();
  const transport = open(rest);
  closing.defer(() => transport.close());
  return await action({ transport, context, values, switches, operands });
}

interface Call {
  readonly transport: Transport;
  readonly context: CommandContext;
  readonly values: Values;
  readonly switches: ReadonlySet<PlanOption>;
  readonly operands: readonly string[];
}

const actions: Readonly<Record<string, (call: Call) => Promise<ExitCode>>> = {
  drain: (call) => {
    if (call.operands.length === 0) throw new ConfigError(['drain: needs the names of hosts']);
    return made(call, { empty: { hosts: call.operands } });
  },
  spread: (call) => {
    refuseOperands(call);
    return made(call, { spread: { tolerance: numberOf(call.values, 'tolerance') } });
  },
  list: async (call) => {
    refuseOperands(call);
    const plans = await listPlans(call.transport);
    if (call.switches.has('json')) print(call, plans);
    else for (const plan of plans) call.context.print(summaryLine(plan));
    return 0;
  },
  show: async (call) => {
    const plan = await getPlan(call.transport, idIn(call));
    if (call.switches.has('json')) print(call, plan);
    else for (const line of planLines(plan)) call.context.print(line);
    return 0;
  },
  start: (call) => run(call, 'start'),
  pause: (call) => run(call, 'pause'),
  resume: (call) => run(call, 'resume'),
  delete: async (call) => {
    await deletePlan(call.transport, idIn(call));
    return 0;
  },
};

function actionNamed(name: string | undefined): (call: Call) => Promise<ExitCode> {
  const action = name !== undefined && Object.hasOwn(actions, name) ? actions[name] : undefined;
  if (action) return action;
  const names = Object.keys(actions);
  if (name === undefined) throw new ConfigError([`say what to do: ${names.join(', ')}`]);
  throw new ConfigError([`there is no berth plan ${shownArgument(name)}${suggestion(name, names)}`]);
}

async function made(call: Call, goal: PlanBody): Promise<ExitCode> {
  const { transport, context, switches } = call;
  const plan = await createPlan(transport, planBody(goal, call.values));
  if (switches.has('json')) print(call, plan);
  else for (const line of planLines(plan)) context.print(line);
  const isWhole = plan.stuck_servers === 0;
  if (!switches.has('start') || plan.state !== 'ready') return isWhole ? 0 : 1;
  const ended = await ran(call, await runPlan(transport, plan.id, 'start'));
  return isWhole ? ended : 1;
}

async function run(call: Call, action: 'start' | 'pause' | 'resume'): Promise<ExitCode> {
  return await ran(call, await runPlan(call.transport, idIn(call), action));
}

async function ran(call: Call, plan: PlanSummary): Promise<ExitCode> {
  if (call.switches.has('progress') && plan.state === 'running') return await follow(call, plan);
  if (call.switches.has('json')) print(call, plan);
  else call.context.print(progressLine(plan));
  return 0;
}

/** Tells whenever it has come further, until it is done or stops, or the process is asked to end; the plan goes on without it. */
async function follow({ transport, context, switches }: Call, first: PlanSummary): Promise<ExitCode> {
  const isJson = switches.has('json');
  let isInterrupted = false;
  const interrupted = context.stopSignal().then(() => {
    isInterrupted = true;
  });
  let plan = first;
  let told = '';
  for (;;) {
    const line = isJson ? JSON.stringify(plan) : progressLine(plan);
    if (line !== told) context.print(line);
    told = line;
    const isOver = plan.state !== 'running' && plan.moves.moving === 0;
    if (isOver) return plan.state === 'done' && plan.moves.failed === 0 ? 0 : 1;
    await Promise.race([pause(lookEveryMs), interrupted]);
    if (isInterrupted) return 0;
    plan = await getPlanSummary(transport, plan.id);
  }
}

const lookEveryMs = 500;

function print({ context }: Call, value: unknown): void {
  context.print(JSON.stringify(value, null, 2));
}

function idIn({ operands }: Call): string {
  const [id, ...more] = operands;
  if (id === undefined || more.length > 0) throw new ConfigError(['needs the id of one plan']);
  return id;
}

function refuseOperands({ operands }: Call): void {
  if (operands.length > 0)
    throw new ConfigError([`takes nothing more: ${operands.map(shownArgument).join(' ')}`]);
}
