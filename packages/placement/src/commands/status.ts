import { loadConfig } from '../config/load-config.ts';
import type { Config } from '../config/settings.ts';
import type { Command, CommandContext, ExitCode } from './command.ts';

export const status: Command = {
  name: 'status',
  summary: 'Tell whether a service is running and can serve.',
  description: `Asks the service at the address that berth serve with these settings would listen on. Says OK and ends with status 0 if
it can serve; else says why it cannot, or that nobody answers, and ends with status 1.`,
  run,
};

const waitMs = 5_000;

async function run(context: CommandContext): Promise<ExitCode> {
  const { config } = loadConfig(context);
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
