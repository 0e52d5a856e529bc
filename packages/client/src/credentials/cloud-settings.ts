import { type CloudEntry, type CloudFile, parseCloudFile } from './cloud-file.ts';
import { type FileSurroundings, findCloudFile } from './find-cloud-file.ts';
import { Secret } from './secret.ts';
import { inLayers } from './in-layers.ts';
import { CredentialsError, type Settings, settingsOf } from './setting.ts';

export interface CloudSources extends FileSurroundings {
  /** Of the command line or the caller, by the names of clouds.yaml; they win over all others. `cloud` names one of a file. */
  readonly explicit: Readonly<Record<string, string | undefined>>;
}

/**
 * All that is said about a cloud, in openstackclient's order: what is explicit, else OS_* variables, else secure.yaml, else
 * clouds.yaml, else the profile it names. Without a name no cloud of a file is taken, not even if there is only one.
 */
export function cloudSettings(sources: CloudSources): Settings {
  const explicit = explicitSettings(sources.explicit);
  const environment = environmentSettings(sources.environment);
  const name = (explicit.get('cloud') ?? environment.get('cloud'))?.text.reveal();
  const region = (explicit.get('region_name') ?? environment.get('region_name'))?.text.reveal();
  const layers = name === undefined ? [] : fileLayers(name, region ?? null, sources);
  return inLayers([...layers, environment, explicit]);
}

function explicitSettings(explicit: CloudSources['explicit']): Settings {
  return settingsOf(
    Object.entries(explicit).map(([name, value]) => {
      const where = `--os-${name.replaceAll('_', '-')}`;
      return [name, { text: new Secret(value ?? ''), where }];
    }),
  );
}

function environmentSettings(environment: CloudSources['environment']): Settings {
  return settingsOf(
    Object.entries(environment)
      .filter(([variable]) => variable.startsWith('OS_'))
      .map(([variable, value]) => [variable.slice(3), { text: new Secret(value ?? ''), where: variable }]),
  );
}

/** The least important first. */
function fileLayers(name: string, region: string | null, sources: CloudSources): readonly Settings[] {
  const [clouds, secure] = (['clouds', 'secure'] as const).map((kind) => {
    const file = findCloudFile(kind, sources);
    return file === null ? null : parseCloudFile(file.text, file.path);
  });
  const entries = [clouds, secure].flatMap((file) => file?.clouds.get(name) ?? []);
  if (entries.length === 0) throw notFound(name, [clouds, secure]);
  const settings = entries.map((entry) => entry.settings);
  return [profileOf(settings, sources), ...settings, regionOf(name, region, entries)];
}

function notFound(name: string, files: readonly (CloudFile | null | undefined)[]): CredentialsError {
  const read = files.flatMap((file) => file ?? []);
  if (read.length === 0) return new CredentialsError(`cloud ${name} was not found: there is no clouds.yaml`);
  const known = read.map(({ path, clouds }) => `${path} has ${[...clouds.keys()].join(', ') || 'none'}`);
  return new CredentialsError(`cloud ${name} was not found: ${known.join('; ')}`);
}

/** What clouds of one provider have in common, out of a file beside. Those that come with openstacksdk are not here. */
function profileOf(settings: readonly Settings[], sources: CloudSources): Settings {
  const profile = settings.flatMap((each) => each.get('profile') ?? each.get('cloud') ?? []).at(-1);
  if (profile === undefined) return new Map();
  const name = profile.text.reveal();
  const file = findCloudFile('clouds-public', sources);
  const found =
    file === null ? undefined : parseCloudFile(file.text, file.path, 'public-clouds').clouds.get(name);
  if (found !== undefined) return found.settings;
  throw new CredentialsError(
    `${profile.where} names the profile ${name}, which no clouds-public.yaml here has: write auth_url and all else into the cloud itself`,
  );
}

/** What is said for one region only: the one that is asked for, or the first of those that are listed. */
function regionOf(cloud: string, asked: string | null, entries: readonly CloudEntry[]): Settings {
  const regions = entries.flatMap((entry) => entry.regions ?? []).at(-1);
  if (regions === undefined) return new Map();
  const name = asked ?? [...regions.keys()][0];
  const values = name === undefined ? undefined : regions.get(name);
  if (name === undefined || values === undefined) {
    const known = [...regions.keys()].join(', ') || 'none';
    throw new CredentialsError(`cloud ${cloud} has no region ${name ?? ''}: it has ${known}`);
  }
  return new Map([
    ['region_name', { text: new Secret(name), where: `the regions of cloud ${cloud}` }],
    ...values,
  ]);
}
