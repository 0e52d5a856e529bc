import type { Image } from '../../domain/image.ts';

/** An image as clients see it: its properties are members like all others. */
export function imageView(image: Image): Record<string, unknown> {
  const { id, content } = image;
  const self = `/v2/images/${id}`;
  return {
    ...image.properties,
    name: image.name,
    disk_format: image.diskFormat,
    container_format: image.containerFormat,
    visibility: image.visibility,
    size: content?.sizeBytes ?? null,
    virtual_size: content?.virtualBytes ?? null,
    status: image.status,
    checksum: content?.md5 ?? null,
    protected: image.isProtected,
    min_ram: image.minMemoryMb,
    min_disk: image.minDiskGb,
    owner: image.owner,
    os_hidden: image.isHidden,
    os_hash_algo: content ? 'sha512' : null,
    os_hash_value: content?.sha512 ?? null,
    id,
    created_at: shownTime(image.createdAt),
    updated_at: shownTime(image.updatedAt),
    tags: image.tags,
    self,
    file: `${self}/file`,
    schema: '/v2/schemas/image',
  };
}

/** In seconds: '2026-01-31T12:00:00Z'. */
export function shownTime(instant: number): string {
  return `${new Date(instant).toISOString().slice(0, 19)}Z`;
}
