import { badRequest } from '@berth/api-kit/http-error.ts';
import { type Flavor, isOfferedTo } from '@berth/compute-engine/flavors/flavor.ts';
import type { FlavorId, OrderId } from '@berth/compute-engine/ids.ts';
import { hintedGroup } from '@berth/compute-engine/servers/check-new-servers.ts';
import { checkMetadataCount } from '@berth/compute-engine/servers/change-metadata.ts';
import { sortedTags } from '@berth/compute-engine/servers/change-tags.ts';
import type { CreateServers } from '@berth/compute-engine/servers/create-servers.ts';
import type { ServerFlavor } from '@berth/compute-engine/servers/server.ts';
import type { ConsumerId } from '@berth/engine/ids.ts';
import { askerOf } from '../asker-of.ts';
import { checkRule } from '../check-rule.ts';
import { base, type ComputeContext, endpoint, json } from '../endpoint.ts';
import { booleanOf } from '../fragments.ts';
import { isAdmin } from '../is-admin.ts';
import { refuseOutsiders } from '../refuse-outsiders.ts';
import { linksTo, selfHref } from '../links.ts';
import { versions } from '../versions.ts';
import { newPassword } from './admin-password.ts';
import { askedCount } from './asked-count.ts';
import { checkDevices, checkDevicesAreAllowed } from './asked-devices.ts';
import { askedHints } from './asked-hints.ts';
import { askedNetworks, checkSeveralOnNetworks } from './asked-networks.ts';
import { askedPlace } from './asked-place.ts';
import { askedPorts, askedSecurityGroups } from './asked-ports.ts';
import { defaultGroup } from './asked-security-groups.ts';
import { checkFiles } from './check-files.ts';
import { checkZone } from './check-zone.ts';
import { type CreateBody, createBody } from './create-body.ts';
import { checkImage, findImage, serverImageOf, wantsConfigDrive } from './find-image.ts';
import { findKey } from './find-key.ts';
import { keepPassword } from './keep-password.ts';
import { plainAddress } from './plain-address.ts';
import { requesterOf } from './requester-of.ts';

/** How many servers may be made with one request: they are decided and stored in one step. */
const atOnceMax = 100;

export const createServers = endpoint({
  route: `POST ${base}/servers`,
  input: (sent, { version }) => createBody.at(version)?.(sent) as CreateBody,
  policy: 'os_compute_api:servers:create',
  run: async (context, _found, body) => {
    const command = await commandOf(context, body);
    const { server } = body;
    const password = server.adminPass ?? newPassword();
    const id = command.newIds[0]?.server as string; // At least one is asked for.
    return context.app.commit(command, (_cloud, changes) => {
      keepPassword(context.app, changes, password);
      // A word counts as one that was said, whatever it says.
      if (server.return_reservation_id) return json(202, { reservation_id: command.asked.reservationId });
      const made = {
        id,
        links: linksTo(context, `servers/${id}`),
        'OS-DCF:diskConfig': command.asked.diskConfig,
        security_groups: server.security_groups ?? [{ name: defaultGroup }],
        adminPass: password,
      };
      return json(202, { server: made }, { headers: { location: selfHref(context, `servers/${id}`) } });
    });
  },
});

/**
 * What is asked for, checked as far as it can be before it is decided. The order is behaviour: clients see which of several mistakes is
 * told. The group, the host that was asked for, and the limits come last, with the decision.
 */
async function commandOf(context: ComputeContext, body: CreateBody): Promise<CreateServers> {
  const { app, now } = context;
  const { server } = body;
  const { least, most: asked } = askedCount(server);
  const place = askedPlace(context, server);
  checkDevicesAreAllowed(context, server);
  const imageId = imageIdIn(server);
  const networks = askedNetworks(context, server);
  if (server.trusted_image_certificates) checkRule(context, 'os_compute_api:servers:create:trusted_certs');
  const flavor = findFlavor(context, String(server.flavorRef));
  checkSeveralOnNetworks(networks, asked);
  if (server.hostname !== undefined && asked > 1) {
    throw badRequest('Unable to allocate a single hostname to multiple instances');
  }
  const securityGroups = await askedSecurityGroups(context, server);
  checkZone(context, place);
  const image = await findImage(context, imageId);
  if (!image) throw badRequest('Can not find requested image');
  const { servers, limits: configured } = app.settings;
  const wishes = await askedPorts(context, networks, { least, most: asked, securityGroups });
  const { addresses, ports, most } = wishes;
  const key = server.key_name === undefined ? null : findKey(context, server.key_name);
  const metadata = server.metadata ?? {};
  checkMetadataCount(app.cloud.compute, askerOf(context), metadata);
  checkFiles(context, server.personality);
  checkImage(flavor, image, {
    operation: 'create',
    mayUseZeroDisk: mayUseZeroDisk(context),
  });
  const by = requesterOf(context);
  const hints = askedHints(body);
  // Before anything that is said of devices; and again when it is decided.
  if (hints.groupId !== null) hintedGroup(app.cloud.compute, hints.groupId, by);
  checkDevices(server, imageId);
  // The old rules let an administrator of the whole system come so far.
  if (context.caller.projectId === null)
    throw badRequest('A server is made in a project, and the token is of none.');
  return {
    kind: 'create-servers',
    asked: {
      name: server.name,
      hostname: server.hostname ?? null,
      description: describes.at(context.version) ? (server.description ?? null) : server.name,
      projectId: by.projectId,
      userId: by.userId,
      flavor,
      image: serverImageOf(image, flavor),
      key,
      userData: server.user_data ?? null,
      hasConfigDrive: booleanOf(server.config_drive ?? false) || wantsConfigDrive(image),
      metadata,
      tags: sortedTags(server.tags ?? []),
      trustedCertificates: server.trusted_image_certificates ?? null,
      accessIpV4: server.accessIPv4 ?? null,
      accessIpV6: server.accessIPv6 === undefined ? null : plainAddress(server.accessIPv6),
      diskConfig: server['OS-DCF:diskConfig'] ?? 'MANUAL',
      ports,
      pinnedZone: place.zone,
      groupId: hints.groupId,
      reservationId: newReservationId(),
    },
    least,
    most,
    newIds: Array.from({ length: Math.min(most, atOnceMax) }, () => {
      return { server: app.newId() as ConsumerId, order: app.newId() as OrderId };
    }),
    addresses,
    hasAskedPassword: server.adminPass !== undefined,
    search: {
      diskFormat: image.diskFormat,
      forced: place.forced,
      requested: place.requested,
      hints,
      ignoredHosts: [],
    },
    by,
    configured,
    network: servers.network,
    scheduling: servers.scheduling,
    now,
  };
}

/** Up to 2.18 nothing is said of a server but its name, so that is what is said. */
const describes = versions.ladder<boolean>(['2.1', false], ['2.19', true]);

function imageIdIn({ imageRef }: CreateBody['server']): string {
  if (imageRef === undefined || imageRef === '') throw badRequest('Missing imageRef attribute');
  return imageRef;
}

function findFlavor(context: ComputeContext, id: string): ServerFlavor {
  refuseOutsiders(context);
  const flavor = context.app.cloud.compute.flavors.get(id as FlavorId);
  if (!flavor || !(isAdmin(context) || isOfferedTo(flavor, context.caller.projectId))) {
    throw badRequest(`Flavor ${id} could not be found.`);
  }
  return serverFlavorOf(flavor);
}

/** What is kept of a flavor with a server. */
export function serverFlavorOf(flavor: Flavor): ServerFlavor {
  const { number, name, vcpus, memoryMb, rootGb, ephemeralGb, swapMb, extraSpecs } = flavor;
  return { number, id: flavor.id, name, vcpus, memoryMb, rootGb, ephemeralGb, swapMb, extraSpecs };
}

export function mayUseZeroDisk({ app, caller }: ComputeContext): boolean {
  return app.policy.allows('os_compute_api:servers:create:zero_disk_flavor', caller);
}

const letters = 'abcdefghijklmnopqrstuvwxyz0123456789';

/** What servers of one request have in common; nobody has to be kept from guessing it. */
function newReservationId(): string {
  const drawn = crypto.getRandomValues(new Uint8Array(8));
  return `r-${Array.from(drawn, (byte) => letters[byte % letters.length]).join('')}`;
}
