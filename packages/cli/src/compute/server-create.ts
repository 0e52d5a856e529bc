import type { Cloud } from '../asking/cloud.ts';
import { isUuid } from '../asking/is-uuid.ts';
import { type Service, textAt, type Thing, thingAt, thingsAt } from '../asking/service.ts';
import { showCommand } from '../command/client-command.ts';
import { CommandFailure } from '../command/command-failure.ts';
import { flag, neededText, pairs, text, texts, whole } from '../command/option.ts';
import { UsageError } from '../command/usage-error.ts';
import { imageId, imageWith } from './find-image.ts';
import { findFlavor } from './find-thing.ts';
import { serverView } from './server-view.ts';
import { waitForServer } from './wait-for-server.ts';

export const serverCreate = showCommand('compute', {
  takes: { name: neededText('<name>', 'Its name.') },
  options: {
    flavor: neededText('<flavor>', 'Its flavor, by name or id.'),
    image: text('<image>', 'What it is made of, by name or id.', {
      not: ['imageProperty', 'volume', 'snapshot'],
    }),
    imageProperty: pairs('The same, by properties of the image.', { not: ['volume', 'snapshot'] }),
    volume: text('<volume>', 'A volume that it starts from, by id.', { not: ['snapshot', 'bootFromVolume'] }),
    snapshot: text('<snapshot>', 'A snapshot of a volume that it starts from, by id.', {
      not: ['bootFromVolume'],
    }),
    bootFromVolume: whole('<GB>', 'Make a volume of the image, and start from that.'),
    blockDevice: texts(
      '<key=value,…>',
      'A further disk: uuid, source_type, destination_type, volume_size, boot_index, tag and so on.',
    ),
    swap: whole('<MB>', 'A disk to swap to.'),
    ephemeral: texts('size=<GB>[,format=<format>]', 'A further disk that goes with it.'),
    network: texts('<network>', 'A network it is on.'),
    port: texts('<port>', 'A port it has, by id.'),
    nic: texts(
      'net-id=…,port-id=…,v4-fixed-ip=…,v6-fixed-ip=…,tag=… | auto | none',
      'A network or port in detail.',
    ),
    password: text('<password>', 'Of its administrator; one is made unless given.'),
    securityGroup: texts('<group>', 'A security group.'),
    keyName: text('<key>', 'A key pair that may log in.'),
    property: pairs('Something to be known of it.'),
    file: texts('<path>=<file>', 'A file that is put into it; before 2.57.'),
    userData: text('<file>', 'What it reads when it starts.'),
    description: text('<text>', 'What it is for.', { since: '2.19' }),
    availabilityZone: text('<zone>[:<host>[:<node>]]', 'Where it is to be.'),
    host: text('<host>', 'On which host it is to be.', { since: '2.74' }),
    hypervisorHostname: text('<node>', 'On which node it is to be.', { since: '2.74' }),
    hint: texts('<key=value>', 'What to go by when a place is chosen, such as group=<id>.'),
    useConfigDrive: flag('With a config drive.', { not: ['noConfigDrive'] }),
    noConfigDrive: flag('Without.'),
    min: whole('<n>', 'So many of them at least (1).'),
    max: whole('<n>', 'So many at most (as many as --min).'),
    tag: texts('<tag>', 'A tag.', { since: '2.52' }),
    hostname: text('<name>', 'Its name for itself.', { since: '2.90' }),
    trustedImageCert: texts('<id>', 'A certificate that the image must be signed with.', { since: '2.63' }),
    wait: flag('Come back when it runs.'),
  },
  show: async ({ service, cloud, values, outside }) => {
    const min = values.min ?? 1;
    const max = values.max ?? min;
    if (min < 1 || max < min) throw new UsageError('--min must be 1 at least, and no more than --max');
    const image =
      values.image !== undefined
        ? await imageId(cloud, values.image)
        : await imageByProperties(cloud, values.imageProperty);
    const disks = disksOf(values, image);
    const made = values.bootFromVolume === undefined ? image : undefined;
    const files = values.file.map((each) => fileIn(each, outside.readText));
    const body = {
      server: {
        name: values.name,
        imageRef: made ?? '',
        flavorRef: textAt(await findFlavor(service, values.flavor), 'id'),
        min_count: min,
        max_count: max,
        networks: await networksIn(service, cloud, values),
        ...(disks.length === 0 ? {} : { block_device_mapping_v2: disks }),
        ...(values.password === undefined ? {} : { adminPass: values.password }),
        ...(values.securityGroup.length === 0
          ? {}
          : { security_groups: values.securityGroup.map((name) => ({ name })) }),
        ...(values.keyName === undefined ? {} : { key_name: values.keyName }),
        ...(Object.keys(values.property).length === 0 ? {} : { metadata: values.property }),
        ...(files.length === 0 ? {} : { personality: files }),
        ...(values.userData === undefined ? {} : { user_data: base64(outside.readText(values.userData)) }),
        ...(values.description === undefined ? {} : { description: values.description }),
        ...(values.availabilityZone === undefined ? {} : { availability_zone: values.availabilityZone }),
        ...(values.host === undefined ? {} : { host: values.host }),
        ...(values.hypervisorHostname === undefined
          ? {}
          : { hypervisor_hostname: values.hypervisorHostname }),
        ...(values.useConfigDrive ? { config_drive: true } : {}),
        ...(values.tag.length === 0 ? {} : { tags: values.tag }),
        ...(values.hostname === undefined ? {} : { hostname: values.hostname }),
        ...(values.trustedImageCert.length === 0
          ? {}
          : { trusted_image_certificates: values.trustedImageCert }),
      },
      ...(values.hint.length === 0 ? {} : { 'os:scheduler_hints': hintsIn(values.hint) }),
    };
    const created = thingAt(await service.post('/servers', body), 'server');
    const id = textAt(created, 'id');
    const server = values.wait
      ? await waitForServer(service, id, ['ACTIVE'], outside, { verb: 'creating' })
      : thingAt(await service.get(`/servers/${id}`), 'server');
    // The password is told once, here.
    const { adminPass } = created;
    return serverView(service, cloud, { ...server, ...(adminPass === undefined ? {} : { adminPass }) });
  },
});

async function imageByProperties(
  cloud: Cloud,
  properties: Readonly<Record<string, string>>,
): Promise<string | undefined> {
  return Object.keys(properties).length === 0 ? undefined : imageWith(cloud, properties);
}

interface DiskValues {
  readonly volume: string | undefined;
  readonly snapshot: string | undefined;
  readonly bootFromVolume: number | undefined;
  readonly swap: number | undefined;
  readonly ephemeral: readonly string[];
  readonly blockDevice: readonly string[];
}

function disksOf(values: DiskValues, image: string | undefined): readonly Record<string, unknown>[] {
  const { volume, snapshot, bootFromVolume, swap } = values;
  const first = { boot_index: '0', destination_type: 'volume' };
  const blank = {
    boot_index: -1,
    source_type: 'blank',
    destination_type: 'local',
    delete_on_termination: true,
  };
  return [
    ...(volume === undefined ? [] : [{ ...first, uuid: volume, source_type: 'volume' }]),
    ...(snapshot === undefined
      ? []
      : [{ ...first, uuid: snapshot, source_type: 'snapshot', delete_on_termination: false }]),
    ...(bootFromVolume === undefined
      ? []
      : [{ ...first, uuid: image, source_type: 'image', volume_size: bootFromVolume }]),
    ...(swap === undefined ? [] : [{ ...blank, guest_format: 'swap', volume_size: swap }]),
    ...values.ephemeral.map((each) => {
      const { size, format } = fieldsIn('--ephemeral', each);
      return { ...blank, volume_size: size, ...(format === undefined ? {} : { guest_format: format }) };
    }),
    ...values.blockDevice.map((each) => blockDevice(fieldsIn('--block-device', each))),
  ];
}

function blockDevice({
  boot_index,
  delete_on_termination,
  ...rest
}: Readonly<Record<string, string>>): Record<string, unknown> {
  const source_type = rest['source_type'] ?? 'blank';
  const destination_type = rest['destination_type'] ?? (source_type === 'blank' ? 'local' : 'volume');
  const goesToo = delete_on_termination ?? (destination_type === 'local' ? 'true' : undefined);
  return {
    ...rest,
    source_type,
    destination_type,
    ...(boot_index === undefined ? {} : { boot_index: Number(boot_index) }),
    ...(goesToo === undefined ? {} : { delete_on_termination: /^(true|1|yes|on)$/i.test(goesToo) }),
  };
}

/** 'a=b,c=d'. */
function fieldsIn(option: string, written: string): Record<string, string> {
  return Object.fromEntries(
    written.split(',').map((part) => {
      const at = part.indexOf('=');
      if (at < 1) throw new UsageError(`${option}: must be key=value,…, not '${written}'`);
      return [part.slice(0, at), part.slice(at + 1)];
    }),
  );
}

interface NetworkValues {
  readonly network: readonly string[];
  readonly port: readonly string[];
  readonly nic: readonly string[];
}

/** 'auto' where nothing is said, from 2.37 on. */
async function networksIn(
  compute: Service,
  cloud: Cloud,
  { network, port, nic }: NetworkValues,
): Promise<unknown> {
  const word = nic.find((each) => each === 'auto' || each === 'none');
  if (word !== undefined) {
    if (nic.length + network.length + port.length > 1)
      throw new UsageError(`--nic ${word}: goes with no other network or port`);
    return word;
  }
  const networks = [
    ...network.map((each) => ({ 'net-id': each })),
    ...port.map((each) => ({ 'port-id': each })),
    ...nic.map((each) => fieldsIn('--nic', each)),
  ] as readonly Readonly<Record<string, string>>[];
  if (networks.length === 0) return compute.version.has('2.37') ? 'auto' : [];
  return Promise.all(
    networks.map(async (each) => {
      const { 'net-id': net, 'port-id': portId, 'v4-fixed-ip': ip4, 'v6-fixed-ip': ip6, tag } = each;
      const fixed = ip4 ?? ip6;
      return {
        ...(net === undefined ? {} : { uuid: await networkId(cloud, net) }),
        ...(portId === undefined ? {} : { port: portId }),
        ...(fixed === undefined ? {} : { fixed_ip: fixed }),
        ...(tag === undefined ? {} : { tag }),
      };
    }),
  );
}

async function networkId(cloud: Cloud, text: string): Promise<string> {
  if (isUuid(text)) return text;
  const networks = await cloud.networks();
  const [found] =
    networks === null ? [] : thingsAt(await networks.get('/networks', { name: text }), 'networks');
  if (found === undefined) throw new CommandFailure(`No network with a name or ID of '${text}' exists.`);
  return textAt(found, 'id');
}

function hintsIn(hints: readonly string[]): Record<string, string | readonly string[]> {
  const all: Record<string, string[]> = {};
  for (const each of hints) {
    for (const [key, value] of Object.entries(fieldsIn('--hint', each)))
      all[key] = [...(all[key] ?? []), value];
  }
  return Object.fromEntries(
    Object.entries(all).map(([key, values]) => [key, values.length === 1 ? (values[0] ?? '') : values]),
  );
}

function fileIn(written: string, readText: (path: string) => string): Thing {
  const at = written.indexOf('=');
  if (at < 1) throw new UsageError(`--file: must be <path>=<file>, not '${written}'`);
  return { path: written.slice(0, at), contents: base64(readText(written.slice(at + 1))) };
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
