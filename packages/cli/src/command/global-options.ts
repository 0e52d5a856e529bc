/** Options that every client command takes, before or behind its words: whom to ask, as whom, and how to tell about it. */
export interface GlobalOption {
  readonly name: string;
  /** Null for a switch. */
  readonly metavar: string | null;
  readonly help: string;
  readonly aliases?: readonly string[];
}

export const globalOptions: readonly GlobalOption[] = [
  { name: '--os-cloud', metavar: '<cloud>', help: 'A cloud of clouds.yaml.' },
  {
    name: '--os-auth-type',
    metavar: '<type>',
    help: 'password, token, v3applicationcredential, admin_token or none.',
  },
  { name: '--os-auth-url', metavar: '<url>', help: 'Where identity is.' },
  {
    name: '--os-endpoint',
    metavar: '<url>',
    help: 'Where the service is, with admin_token and none.',
    aliases: ['--os-url'],
  },
  { name: '--os-token', metavar: '<token>', help: 'Better as OS_TOKEN: others can read command lines.' },
  { name: '--os-username', metavar: '<name>', help: 'The user.' },
  { name: '--os-user-id', metavar: '<id>', help: 'The user, by id.' },
  { name: '--os-password', metavar: '<password>', help: 'Better as OS_PASSWORD or in secure.yaml.' },
  { name: '--os-user-domain-name', metavar: '<name>', help: 'The domain of the user.' },
  { name: '--os-user-domain-id', metavar: '<id>', help: 'The same by id.' },
  {
    name: '--os-project-name',
    metavar: '<name>',
    help: 'The project to work in.',
    aliases: ['--os-tenant-name'],
  },
  { name: '--os-project-id', metavar: '<id>', help: 'The same by id.', aliases: ['--os-tenant-id'] },
  { name: '--os-project-domain-name', metavar: '<name>', help: 'The domain of the project.' },
  { name: '--os-project-domain-id', metavar: '<id>', help: 'The same by id.' },
  { name: '--os-domain-name', metavar: '<name>', help: 'A domain to work in, instead of a project.' },
  { name: '--os-domain-id', metavar: '<id>', help: 'The same by id.' },
  { name: '--os-default-domain', metavar: '<id>', help: 'The domain where none is said (default).' },
  { name: '--os-system-scope', metavar: 'all', help: 'Work on the whole system, instead of in a project.' },
  { name: '--os-application-credential-id', metavar: '<id>', help: 'An application credential.' },
  { name: '--os-application-credential-name', metavar: '<name>', help: 'The same by name, of the user.' },
  {
    name: '--os-application-credential-secret',
    metavar: '<secret>',
    help: 'Better as a variable or in secure.yaml.',
  },
  { name: '--os-region-name', metavar: '<region>', help: 'The region.' },
  { name: '--os-interface', metavar: '<interface>', help: 'public, internal or admin.' },
  {
    name: '--os-compute-api-version',
    metavar: '<microversion>',
    help: 'The microversion of compute; the newest that both know, unless told.',
  },
  { name: '--os-placement-api-version', metavar: '<microversion>', help: 'The same of Placement.' },
  {
    name: '--os-compute-endpoint-override',
    metavar: '<url>',
    help: 'Where compute is, whatever the catalog says.',
  },
  { name: '--os-placement-endpoint-override', metavar: '<url>', help: 'The same of Placement.' },
  { name: '--os-image-endpoint-override', metavar: '<url>', help: 'The same of images.' },
  { name: '--os-cacert', metavar: '<file>', help: 'Authorities to believe, PEM.' },
  { name: '--os-cert', metavar: '<file>', help: 'A certificate of our own, PEM.' },
  { name: '--os-key', metavar: '<file>', help: 'Its key.' },
  { name: '--insecure', metavar: null, help: 'Believe every server.' },
  { name: '--timeout', metavar: '<seconds>', help: 'How long to wait for one answer (60).' },
  { name: '--timing', metavar: null, help: 'Show how long each request took.' },
  { name: '--debug', metavar: null, help: 'Show each request as a line for curl, without secrets.' },
  { name: '--no-token-cache', metavar: null, help: 'Neither use nor keep tokens of earlier calls.' },
  { name: '--verbose', metavar: null, help: 'Accepted, as by openstack.', aliases: ['-v'] },
  { name: '--quiet', metavar: null, help: 'Say nothing but errors beside the output.', aliases: ['-q'] },
];

const byName: ReadonlyMap<string, GlobalOption> = new Map(
  globalOptions.flatMap((option) => [option.name, ...(option.aliases ?? [])].map((name) => [name, option])),
);

/** How many of the first arguments are global options and their values: the words of the command come behind them. */
export function countLeadingGlobals(args: readonly string[]): number {
  let count = 0;
  for (;;) {
    const [name = '', inline] = (args[count] ?? '').split('=', 2);
    const option = byName.get(name.replaceAll('_', '-'));
    if (option === undefined) return count;
    count += option.metavar === null || inline !== undefined ? 1 : 2;
  }
}

/** What the global options among the arguments say. */
export interface GlobalArguments {
  /** By name without dashes at the front: 'os-cloud'. */
  readonly values: ReadonlyMap<string, string>;
  readonly switches: ReadonlySet<string>;
  readonly problems: readonly string[];
  /** All others, in their order. */
  readonly rest: readonly string[];
}

/** Takes them out, wherever they stand before '--'. */
export function takeGlobals(args: readonly string[]): GlobalArguments {
  const values = new Map<string, string>();
  const switches = new Set<string>();
  const problems: string[] = [];
  const rest: string[] = [];
  for (let index = 0; index < args.length; index += 1) {
    const argument = args[index] ?? '';
    if (argument === '--') {
      rest.push(...args.slice(index));
      break;
    }
    const at = argument.indexOf('=');
    const option = byName.get((at < 0 ? argument : argument.slice(0, at)).replaceAll('_', '-'));
    if (option === undefined) {
      rest.push(argument);
      continue;
    }
    const name = option.name.slice(2);
    if (option.metavar === null) {
      if (at >= 0) problems.push(`${option.name}: takes no value`);
      switches.add(name);
    } else if (at >= 0) {
      values.set(name, argument.slice(at + 1));
    } else {
      const value = args[index + 1];
      if (value === undefined || value.startsWith('--')) problems.push(`${option.name}: needs a value`);
      else {
        values.set(name, value);
        index += 1;
      }
    }
  }
  return { values, switches, problems, rest };
}
