import { writeFileSync } from 'node:fs';
import { flagOf, type Setting, sectionOf, variableOf } from './setting.ts';
import { sections, settingEntries } from './settings.ts';

export const docsFile = new URL('../../../../docs/configuration.md', import.meta.url);

/** docs/configuration.md: every setting, as the table has it. */
export function renderDocs(): string {
  return `${introduction}\n${Object.entries(sections).map(renderSection).join('\n')}\n${exampleFile()}`;
}

const introduction = `# Configuration

<!-- Rendered from packages/berth/src/config/settings.ts by \`npm run docs\`. Do not edit. -->

Berth needs no configuration to start. What it can be told, it can be told in three ways; an option counts
before a variable, a variable before the file, and the file before the default:

1. options of \`berth serve\` (and of the other commands that open the ledger): \`--port 8778\`; those that are
   on or off are written \`--metrics\` and \`--no-metrics\`; a list has commas, or the option is repeated;
2. environment variables: \`BERTH_PORT=8778\`; an empty one counts as not set;
3. a YAML file, named by \`--config FILE\` or \`BERTH_CONFIG\`, with one section for each heading below.

What is unknown or makes no sense is an error that names its place (for the file, its line), and nothing is
started. Passwords and secrets have no option, since everybody on a machine can read its command lines.

Times are written \`500ms\`, \`30s\`, \`10m\`, \`12h\` or \`7d\` (a bare number is seconds), sizes \`65536\`, \`512KiB\` or
\`8MiB\` (a bare number is bytes). File names are relative to the directory that berth is started in.

In Kubernetes a service that is itself called \`berth\` makes Kubernetes set \`BERTH_PORT\` in every pod beside it,
to a value that is no port: give the service another name, or set \`enableServiceLinks: false\`.
`;

function renderSection([section, title]: readonly [string, string]): string {
  const rows = settingEntries()
    .filter(([, setting]) => sectionOf(setting) === section)
    .map(([, setting]) => renderRow(setting));
  return `## ${title}

| in the file, under \`${section}\` | option | variable | value | default | |
| --- | --- | --- | --- | --- | --- |
${rows.join('\n')}
`;
}

function renderRow(setting: Setting<unknown>): string {
  const flag = flagOf(setting);
  const cells = [
    code(setting.path.slice(sectionOf(setting).length + 1)),
    flag === null ? '' : code(flag),
    code(variableOf(setting)),
    setting.kind.description,
    setting.default === null ? '' : code(setting.default),
    setting.isReloadable ? `${setting.help} Read again after SIGHUP.` : setting.help,
  ];
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
}

/** Broken after commas, since a table column is as wide as its longest word. */
function code(text: string): string {
  return `\`${text.replaceAll(',', ', ')}\``;
}

function exampleFile(): string {
  return `## An example

\`\`\`yaml
server:
  host: 0.0.0.0
  shutdown_grace: 60s
ledger:
  path: /var/lib/berth/berth.db
auth:
  strategy: keystone
keystone:
  auth_url: https://keystone.example/v3
  username: placement
  password_file: /etc/berth/keystone-password
cors:
  allowed_origins:
    - https://horizon.example
\`\`\`
`;
}

if (import.meta.main) writeFileSync(docsFile, renderDocs());
