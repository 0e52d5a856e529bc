import type { ImageFacts } from '../images/images.ts';

/** An image of which servers can be made. */
export const someImage: ImageFacts = {
  id: '11111111-1111-4111-8111-111111111111',
  name: 'cirros',
  status: 'active',
  minMemoryMb: 0,
  minDiskGb: 0,
  sizeBytes: 0,
  diskFormat: 'raw',
  containerFormat: 'bare',
  properties: {},
};
