import { boolean, byName, integer, listOf, members, nullable, optional, type Shape, text } from '../shape.ts';
import type { HostOrder, HostWork, Machine } from './records.ts';

/** An order as the compute service tells it. */
export const orderShape: Shape<HostOrder> = (value, place) => {
  const { id, number, has_begun: hasBegun, work, machine } = wireOrder(value, place);
  return { id, number, hasBegun, work, machine };
};

const wireWork = members({
  kind: text,
  is_hard: optional(boolean),
  preserves_ephemeral: optional(boolean),
  ends_off: optional(boolean),
  image_id: optional(nullable(text)),
  needs_password: optional(boolean),
  to: optional(nullable(members({ host: text, node: text, address: nullable(text) }))),
  is_running: optional(boolean),
  has_shared_disks: optional(nullable(boolean)),
  is_paused: optional(boolean),
  sends_disks: optional(nullable(boolean)),
  may_overcommit_disks: optional(boolean),
});

const workShape: Shape<HostWork> = (value, place) => {
  const work = wireWork(value, place);
  const { kind, is_hard, preserves_ephemeral, ends_off, image_id, needs_password, is_running } = work;
  return {
    kind,
    isHard: is_hard ?? false,
    preservesEphemeral: preserves_ephemeral ?? false,
    endsOff: ends_off ?? false,
    imageId: image_id ?? null,
    needsPassword: needs_password ?? false,
    to: work.to ?? null,
    isRunning: is_running ?? false,
    hasSharedDisks: work.has_shared_disks ?? null,
    isPaused: work.is_paused ?? false,
    sendsDisks: work.sends_disks ?? null,
    mayOvercommitDisks: work.may_overcommit_disks ?? false,
  };
};

const wireMachine = members({
  id: text,
  number: integer,
  name: text,
  hostname: text,
  node: nullable(text),
  project_id: text,
  user_id: text,
  flavor: members({
    id: text,
    name: text,
    vcpus: integer,
    memory_mb: integer,
    root_gb: integer,
    ephemeral_gb: integer,
    swap_mb: integer,
    extra_specs: byName(text),
  }),
  image: nullable(members({ id: text, properties: byName(text) })),
  key: nullable(members({ name: text, public_key: text })),
  user_data: nullable(text),
  has_config_drive: boolean,
  metadata: byName(text),
  addresses: listOf(members({ network: text, version: integer, address: text, mac: text })),
});

const machineShape: Shape<Machine> = (value, place) => {
  const read = wireMachine(value, place);
  const { id, number, name, hostname, node, image, metadata, addresses, flavor, key } = read;
  return {
    id,
    number,
    name,
    hostname,
    node,
    projectId: read.project_id,
    userId: read.user_id,
    flavor: {
      id: flavor.id,
      name: flavor.name,
      vcpus: flavor.vcpus,
      memoryMb: flavor.memory_mb,
      rootGb: flavor.root_gb,
      ephemeralGb: flavor.ephemeral_gb,
      swapMb: flavor.swap_mb,
      extraSpecs: flavor.extra_specs,
    },
    image,
    key: key && { name: key.name, publicKey: key.public_key },
    userData: read.user_data,
    hasConfigDrive: read.has_config_drive,
    metadata,
    addresses,
  };
};

const wireOrder = members({
  id: text,
  number: integer,
  has_begun: boolean,
  work: workShape,
  machine: machineShape,
});
