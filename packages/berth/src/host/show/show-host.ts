import type { Transport } from '@berth/client/transport.ts';
import { isPlacementAway } from '@berth/host/agent/is-placement-away.ts';
import type { Node } from '@berth/host/driver.ts';
import { judgeFailure } from '@berth/host/tracker/judge-failure.ts';
import { describeFailure } from '@berth/host/tracker/pass-report.ts';
import type { HostKnowledge } from '@berth/host/tracker/plan-node.ts';
import type { CommandContext, ExitCode } from '../../commands/command.ts';
import { ownArguments } from '../../commands/own-arguments.ts';
import { ConfigError } from '../../config/config-error.ts';
import { loadConfig } from '../../config/load-config.ts';
import type { Config } from '../../config/settings.ts';
import { loadHost } from '../load-host.ts';
import { placementTransport } from '../placement-transport.ts';
import { type NodeView, viewOfNode, viewOfPlacedNode } from './node-view.ts';
import { differenceLines } from './difference-lines.ts';
import { paint } from './paint.ts';
import { treeLines } from './tree-lines.ts';
import { viewAsJson } from './view-as-json.ts';

/** Prints what the host would report, node by node. Nothing is written anywhere. */
export async function showHost(context: CommandContext): Promise<ExitCode> {
  const { switches, positionals, rest } = ownArguments(context.args, { diff: 'switch', json: 'switch' });
  const { config } = loadConfig({ ...context, args: [...positionals, ...rest] });
  const isDiff = switches.has('diff');
  const { print, complain } = context;
  const warn = (text: string) => complain(`berth: ${text}`);
  await using closing = new AsyncDisposableStack();

  const host = await loadHost(config, { warn, isTrial: true });
  closing.defer(() => host.driver.close?.());
  const transport = transportOf(context, config, isDiff);
  closing.defer(() => transport?.close());

  const looking = new Looking(host, transport, isDiff, warn);
  const views: NodeView[] = [];
  for (const node of await host.driver.nodes()) {
    const view = await looking.at(node);
    if (view === null) continue;
    views.push(view);
    for (const warning of view.warnings) warn(warning);
    if (switches.has('json')) continue;
    const colours = paint(isColourful(context));
    for (const line of isDiff
      ? differenceLines(view, colours)
      : treeLines(view, colours, { showsUuids: !host.isMadeUp }))
      print(line);
  }
  if (switches.has('json'))
    print(JSON.stringify({ nodes: views.map((view) => viewAsJson(view, isDiff)) }, null, 2));
  return looking.hasFailed ? 1 : 0;
}

/** Null where it is not known where Placement is, which only matters to who wants to compare. */
function transportOf(
  { environment, complain }: CommandContext,
  config: Config,
  isDiff: boolean,
): Transport | null {
  try {
    return placementTransport(config, environment);
  } catch (error) {
    if (!(error instanceof ConfigError) || isDiff) throw error;
    complain(`berth: Placement is not asked: ${error.message}`);
    return null;
  }
}

/** Looks at one node after the other. A Placement that is away is asked once. */
class Looking {
  readonly #host: HostKnowledge;
  readonly #isDiff: boolean;
  readonly #warn: (text: string) => void;
  #transport: Transport | null;
  #hasFailed = false;

  constructor(
    host: HostKnowledge,
    transport: Transport | null,
    isDiff: boolean,
    warn: (text: string) => void,
  ) {
    this.#host = host;
    this.#transport = transport;
    this.#isDiff = isDiff;
    this.#warn = warn;
  }

  get hasFailed(): boolean {
    return this.#hasFailed;
  }

  /** Null where it cannot be shown; why, has been told. */
  async at(node: Node): Promise<NodeView | null> {
    try {
      if (this.#transport === null) return await viewOfNode(this.#host, node);
      return await viewOfPlacedNode(this.#host, node, this.#transport);
    } catch (error) {
      if (this.#transport !== null && !this.#isDiff && isPlacementAway(error)) {
        this.#warn(`Placement could not be asked: ${error instanceof Error ? error.message : String(error)}`);
        this.#transport = null;
        return await this.at(node);
      }
      this.#warn(describeFailure({ node, ...judgeFailure(error, { startup: true }) }));
      this.#hasFailed = true;
      return null;
    }
  }
}

function isColourful({ environment, logTarget }: CommandContext): boolean {
  const { NO_COLOR: noColour = '' } = environment;
  return noColour === '' && (logTarget?.isTerminal ?? process.stdout.isTTY);
}
