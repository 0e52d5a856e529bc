import { type Server as FlavorAndImage, serverOf } from '@berth/extra-specs/flavor-and-image/server.ts';
import type { PlaceRequest } from '../place-request.ts';

/** What a server's flavor and image say about its host, read once for a decision. Contradictions are gathered in `problems`. */
export type Wishes = FlavorAndImage;

export function wishesOf({ flavor, image, isVolumeBacked }: PlaceRequest): Wishes {
  const { name, memoryMb, vcpus, rootGb, extraSpecs } = flavor;
  return serverOf(
    { name, ram: memoryMb, vcpus, disk: rootGb, extraSpecs },
    { ...(image && { id: image.id }), properties: image?.properties ?? {} },
    { operation: 'create', isVolumeBacked },
    { isStored: true },
  );
}
