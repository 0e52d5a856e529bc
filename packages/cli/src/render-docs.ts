import { writeFileSync } from 'node:fs';
import type { ClientCommand } from './command/client-command.ts';
import { formatOptions } from './command/format-arguments.ts';
import { globalOptions } from './command/global-options.ts';
import type { Taken } from './command/option.ts';
import { columnsText, helpOf, optionHead, usageLine } from './command/render-help.ts';
import { clientCommands, type ListedClientCommand } from './command-table.ts';

export const docsFile = new URL('../../../docs/command-line.md', import.meta.url);

/** docs/command-line.md: every client command, as its definition has it. */
export async function renderDocs(): Promise<string> {
  const blocks = [introduction];
  for (const [title, commands] of Object.entries(clientCommands)) {
    blocks.push(`## ${title}\n`);
    for (const listed of commands) blocks.push(renderCommand(listed, await listed.load()));
  }
  return blocks.join('\n');
}

function renderCommand({ name, alias, summary }: ListedClientCommand, command: ClientCommand): string {
  const { description, since, service } = command;
  const lines = [`### ${name}\n`, `    ${usageLine(name, command).replace('usage: ', '')}\n`];
  const sentences = [
    summary,
    ...(description === undefined ? [] : [description]),
    ...(alias === undefined ? [] : [`Also \`${alias}\`.`]),
    ...(since === undefined ? [] : [`From ${service} ${since}.`]),
  ];
  lines.push(`${sentences.join(' ')}\n`);
  const rows = [
    ...Object.entries(command.takes).map(([key, taken]) => row(taken.metavar ?? key, taken)),
    ...Object.entries(command.options).map(([key, taken]) => row(optionHead(key, taken), taken)),
  ];
  if (rows.length > 0) lines.push(table(rows));
  const columns = columnsText(command);
  if (columns !== null) lines.push(`Columns: ${columns}.\n`);
  return lines.join('\n');
}

function row(head: string, taken: Taken<unknown>): readonly string[] {
  return [`\`${head}\``, helpOf(taken)];
}

function table(rows: readonly (readonly string[])[]): string {
  const lines = rows.map((cells) => `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`);
  return `| | |\n| --- | --- |\n${lines.join('\n')}\n`;
}

function formatRows(output: ClientCommand['output']): string {
  return table(
    Object.entries(formatOptions(output)).map(([key, taken]) => row(optionHead(key, taken), taken)),
  );
}

const introduction = `# The command line

<!-- Rendered from packages/cli/src by \`npm run docs\`. Do not edit. -->

\`berth\` has the commands of \`openstack\` for Placement and compute, with the same words, arguments and output, and asks Berth or any
OpenStack. \`berth help server list\` tells what a command takes, \`berth server --help\` which there are.

    export OS_AUTH_TYPE=admin_token OS_ENDPOINT=http://127.0.0.1:8778 OS_TOKEN=admin
    berth resource provider list
    berth --os-cloud mycloud server list --long -f json

Who asks whom is told as everywhere: options count before \`OS_*\` variables, these before \`secure.yaml\`, this before \`clouds.yaml\` (in
this directory, \`~/.config/openstack\`, \`/etc/openstack\`, or where \`OS_CLIENT_CONFIG_FILE\` says). With a token alone, the address may be that
of a service or of all of Berth. Tokens that identity has given are kept until they end, in \`$XDG_CACHE_HOME/berth/tokens\`, readable by you
alone; \`--no-token-cache\` leaves them.

What is other than with \`openstack\`:

- The newest microversion that both sides know is asked for (Placement 1.39, compute 2.96), unless \`--os-compute-api-version\`,
  \`--os-placement-api-version\`, the variables or clouds.yaml say another. So there may be more columns than with the old defaults of \`openstack\` (2.1 and
  1.29); at the same version they are the same.
- Names are as good as ids, also of resource providers. Where nothing has the name, the nearest one is told.
- Deletes take several, and go on when one fails. Generations of providers and consumers are looked up where they are not given.
- What \`openstack\` has not: \`berth tree\` (providers with bars), \`berth explain candidates\` and \`berth explain server\` (why, and what would work), \`berth watch\` (what changes, as it
  does), \`berth diff\` and \`berth apply\` (providers and flavors as a file: [cloud-file.md](cloud-file.md)), traits added to and removed from a provider one by one, candidates in a tree, below a root or a subtree and outside of aggregates, completion for zsh and fish.
- \`resource provider inventory class set\` takes its options with dashes, too; \`resource provider set\` keeps the name unless a new one is given.
- \`resource usage show\` shows sums by class from 1.38 on, where \`openstack\` shows what the service has by type of consumer.
- A consumer that is given no type keeps the one it has, or has none: \`openstack\` asks for one from 1.38 on.
- \`compute service delete\` takes hosts, too; \`--wait\` tells why a server is in error.
- \`server rebuild --wait\` shows the server as it is then; \`openstack\` prints \`Complete\` and the server as it was before, also where JSON is asked for. \`server evacuate\` shows the server, where
  \`openstack\` 6.0 ends with an error though it is evacuated.
- \`keypair create\` prints the private key and nothing behind it; \`openstack\` an empty line, or \`{}\` with \`-f json\`. \`keypair list --limit\` lists so many, where \`openstack\` lists all.
- \`aggregate add host\` and \`aggregate remove host\` show the uuid of the aggregate, which \`openstack\` does not ask for.
- \`quota\` commands, \`limits show\` and \`availability zone list\` are about compute alone, where \`openstack\` asks block storage and networks, too, if they are there (zones also if they are not, and
  fails). Projects and users are called by id where no identity service is in the catalog; \`quota show\` and \`quota list\` have to be told the project then. \`quota show --class\` takes any class, where
  \`openstack\` fails unless a project has the same name.
- \`usage list\` has no line above its table. \`server list\` shows columns that are asked for with \`-c\` in their usual place, and \`openstack\` behind the others.
- Control characters in tables are shown as \`\\x1b\`: names of others give no orders to your terminal.
- Errors have the message, the status and the request id: \`No such server. (HTTP 404) (Request-ID: req-…)\`. The exit status is 0, 1 when something failed
  (also one of several), 2 when a command was called wrongly, and 3 of \`berth diff\` when there is something to do.
- \`--debug\` prints each request as a line for curl, with \`$OS_TOKEN\` for the token and \`***\` for passwords; \`--timing\` how long each took.

## Output

A list takes:

${formatRows('list')}
One thing takes:

${formatRows('one')}
Both are those of \`openstack\`, to the byte: null is \`None\` in tables and values, \`null\` in JSON, empty in CSV.

## Of every command

Each also as a variable: \`--os-cloud\` is \`OS_CLOUD\`. They may stand before the words of a command or behind them.

${table(globalOptions.map(({ name, metavar, help }) => [`\`${metavar === null ? name : `${name} ${metavar}`}\``, help]))}`;

if (import.meta.main) writeFileSync(docsFile, await renderDocs());
