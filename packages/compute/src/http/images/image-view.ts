import type { ProxiedImage } from '../../images/images.ts';
import type { ComputeContext } from '../endpoint.ts';
import { linksTo } from '../links.ts';

/** An image as compute has shown it, in a list of names. */
export function briefImage(context: ComputeContext, { id, name }: ProxiedImage) {
  const path = `images/${id}`;
  const href = context.app.images.store?.locationOf(id) ?? `/${path}`;
  const alternate = { rel: 'alternate', type: 'application/vnd.openstack.image', href };
  return { id, name, links: [...linksTo(context, path), alternate] };
}

export function imageInFull(context: ComputeContext, image: ProxiedImage) {
  const { links, ...brief } = briefImage(context, image);
  const { status, progress } = states[image.status] ?? { status: 'UNKNOWN', progress: 0 };
  return {
    ...brief,
    minRam: image.minMemoryMb,
    minDisk: image.minDiskGb,
    metadata: image.properties,
    created: image.createdAt,
    updated: image.updatedAt,
    status,
    progress,
    'OS-EXT-IMG-SIZE:size': image.sizeBytes,
    ...serverOf(context, image.properties['instance_uuid']),
    links,
  };
}

const states: Readonly<Record<string, { readonly status: string; readonly progress: number }>> = {
  active: { status: 'ACTIVE', progress: 100 },
  queued: { status: 'SAVING', progress: 25 },
  saving: { status: 'SAVING', progress: 50 },
  killed: { status: 'ERROR', progress: 0 },
  deleted: { status: 'DELETED', progress: 0 },
  pending_delete: { status: 'DELETED', progress: 0 },
};

/** The one that it was made of, where it was. */
function serverOf(context: ComputeContext, id: string | undefined): object {
  return id === undefined ? {} : { server: { id, links: linksTo(context, `servers/${id}`) } };
}
