import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CredentialsError } from './setting.ts';

/** Where files are looked for. */
export interface FileSurroundings {
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly directory: string;
  readonly home: string;
}

export interface FoundFile {
  readonly path: string;
  readonly text: string;
}

/** Longer ones are no lists of clouds. */
const longestBytes = 4 << 20;

const variables = { clouds: 'OS_CLIENT_CONFIG_FILE', secure: 'OS_CLIENT_SECURE_FILE', 'clouds-public': null };

/** The first one that is there and can be read, in the order of openstacksdk; null where there is none. */
export function findCloudFile(
  kind: keyof typeof variables,
  surroundings: FileSurroundings,
): FoundFile | null {
  const { environment } = surroundings;
  const variable = variables[kind];
  const named = variable === null ? undefined : environment[variable];
  const usual = directories(surroundings).flatMap((directory) =>
    ['yaml', 'yml', 'json'].map((suffix) => join(directory, `${kind}.${suffix}`)),
  );
  for (const path of named ? [named, ...usual] : usual) {
    const text = read(path);
    if (text !== null) return { path, text };
  }
  return null;
}

function directories({ environment, directory, home }: FileSurroundings): readonly string[] {
  const site = (environment['XDG_CONFIG_DIRS'] || '/etc/xdg').split(':');
  return [
    directory,
    join(environment['XDG_CONFIG_HOME'] || join(home, '.config'), 'openstack'),
    join(home, '.config', 'openstack'),
    ...site.filter((each) => each !== '').map((each) => join(each, 'openstack')),
    '/etc/openstack',
  ];
}

function read(path: string): string | null {
  try {
    const text = readFileSync(path, 'utf8');
    if (text.length <= longestBytes) return text;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    // What others may read and we may not is as good as not there: another file may be for us.
    if (code === 'ENOENT' || code === 'EACCES' || code === 'ENOTDIR') return null;
    throw new CredentialsError(`${path} cannot be read (${code})`, { cause: error });
  }
  throw new CredentialsError(`${path} is longer than ${longestBytes} bytes`);
}
