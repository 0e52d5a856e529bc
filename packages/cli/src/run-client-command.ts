import { homedir } from 'node:os';
import { KeystoneUnavailable } from '@berth/api-kit/auth/ask-keystone.ts';
import { CredentialsError } from '@berth/client/credentials/setting.ts';
import { openServices } from '@berth/client/open-services.ts';
import { ServiceError } from '@berth/client/service-error.ts';
import { Unreachable } from '@berth/client/transport.ts';
import { Cloud } from './asking/cloud.ts';
import { curlLine } from './asking/curl-line.ts';
import { Microversion } from './asking/microversion.ts';
import { Service } from './asking/service.ts';
import { tokenDirectory, tokenFiles } from './asking/token-files.ts';
import type { ClientCommand, Outside } from './command/client-command.ts';
import { CommandFailure } from './command/command-failure.ts';
import { complaintOf } from './command/complaint-of.ts';
import { flagsOf } from './command/flags-of.ts';
import { type GlobalArguments, takeGlobals } from './command/global-options.ts';
import { type ParsedArguments, parseArguments } from './command/parse-arguments.ts';
import { usageLine } from './command/render-help.ts';
import { UsageError } from './command/usage-error.ts';
import { NoSuchColumn, renderOutput } from './output/render-output.ts';

/** Runs a command with these arguments, and prints what comes of it. 0: done. 1: it failed, or part of it. 2: it was called wrongly. 3: what `diff` says where there is something to do. */
export async function runClientCommand(
  name: string,
  command: ClientCommand,
  args: readonly string[],
  outside: Outside,
): Promise<0 | 1 | 2 | 3> {
  try {
    const globals = takeGlobals(args);
    if (globals.problems.length > 0) throw new UsageError(globals.problems.join('; '));
    const parsed = parseArguments(command, globals.rest);
    return await attempt(command, parsed, globals, outside);
  } catch (error) {
    if (error instanceof UsageError) {
      outside.complain(
        `${usageLine(name, command)}\nberth ${name}: ${error.message}. See berth ${name} --help.`,
      );
      return 2;
    }
    for (const line of complaintsOf(error)) outside.complain(line);
    return 1;
  }
}

async function attempt(
  command: ClientCommand,
  parsed: ParsedArguments,
  globals: GlobalArguments,
  outside: Outside,
): Promise<0 | 3> {
  const timings: string[] = [];
  const cloud = openCloud(globals, outside, timings);
  try {
    const service = command.service === null ? nobody : await cloud[command.service]();
    checkVersions(command, parsed, service);
    const { values, given, format } = parsed;
    const output = await command.run({ values, given, columns: format.columns, service, cloud, outside });
    if (output === null) return 0;
    const { maxWidth, fitsWidth, ...rest } = format;
    const widthMax = widthOf(maxWidth, fitsWidth, outside);
    const warn = (text: string) => outside.complain(text);
    const text = renderOutput(output, { ...rest, widthMax }, warn);
    if (text !== '') outside.print(text.replace(/\n$/, ''));
    return output.kind === 'text' ? (output.exitStatus ?? 0) : 0;
  } finally {
    outside.progress('');
    for (const line of timings) outside.complain(line);
    await cloud.close();
  }
}

/** For commands that are about no service; they ask their own questions. */
const nobody = new Service(
  { send: () => Promise.reject(new Error('this command has no service')), close: async () => {} },
  new Microversion('0.0'),
);

function openCloud({ values, switches }: GlobalArguments, outside: Outside, timings: string[]): Cloud {
  const { environment, complain } = outside;
  const home = environment['HOME'] || homedir();
  const explicit: Record<string, string> = {};
  for (const [name, value] of values) {
    if (name.startsWith('os-')) explicit[name.slice('os-'.length).replaceAll('-', '_')] = value;
  }
  if (switches.has('insecure')) explicit['insecure'] = 'true';
  const services = openServices({
    explicit,
    environment,
    home,
    timeoutMs: timeoutIn(values.get('timeout')),
    ...(switches.has('no-token-cache') ? {} : { tokenStores: tokenFiles(tokenDirectory(environment, home)) }),
  });
  const isDebug = switches.has('debug');
  const isTimed = switches.has('timing');
  return new Cloud(services, (service, url, request) => {
    if (isDebug) complain(curlLine(service, url, request));
    const began = performance.now();
    return ({ status, headers }) => {
      const tookMs = Math.round(performance.now() - began);
      const id = headers['x-openstack-request-id'];
      if (isDebug) complain(`# ${status} in ${tookMs} ms${id === undefined ? '' : `, ${id}`}`);
      if (isTimed) timings.push(`${String(tookMs).padStart(6)} ms  ${request.method} ${url}${request.path}`);
    };
  });
}

function timeoutIn(text: string | undefined): number {
  const seconds = Number(text ?? 60);
  if (!Number.isFinite(seconds) || seconds <= 0)
    throw new UsageError('--timeout: must be a number of seconds');
  return seconds * 1000;
}

/** What this version does not know is told before anything is asked for. */
function checkVersions(command: ClientCommand, { given }: ParsedArguments, { version }: Service): void {
  const needs = [
    { what: 'this command', since: command.since },
    ...given.map(({ name }) => {
      const taken = command.options[name];
      return { what: taken === undefined ? name : (flagsOf(name, taken)[0] ?? name), since: taken?.since };
    }),
  ];
  for (const { what, since } of needs) {
    if (since === undefined || version.has(since)) continue;
    throw new CommandFailure(
      `${what} needs ${command.service} ${since} or newer, and ${version.text} is in force (--os-${command.service}-api-version)`,
    );
  }
}

function widthOf(
  maxWidth: number | null,
  fitsWidth: boolean,
  { environment, terminalWidth }: Outside,
): number {
  const asked = maxWidth ?? Number(environment['CLIFF_MAX_TERM_WIDTH'] ?? 0);
  if (asked > 0) return asked;
  const fits = fitsWidth || Number(environment['CLIFF_FIT_WIDTH'] ?? 0) !== 0;
  return fits ? (terminalWidth ?? 0) : 0;
}

/** Failures whose message says it all. */
const told = [CredentialsError, KeystoneUnavailable, Unreachable, NoSuchColumn];

/** What has gone wrong, for people; what is none of these is a bug, and ends the process with its trace. */
function complaintsOf(error: unknown): readonly string[] {
  if (error instanceof ServiceError) return [complaintOf(error)];
  if (error instanceof CommandFailure) return error.lines;
  if (told.some((kind) => error instanceof kind)) return [(error as Error).message];
  throw error;
}
