import type { Namespace } from '../definition.ts';

const libvirt: readonly string[] = ['libvirt'];

export const hwRng: Namespace = {
  name: 'hw_rng',
  description: 'The random number generator of the guest, a virtio device that is fed by the host.',
  specs: [
    {
      name: 'allowed',
      value: { type: 'boolean', description: 'Whether the guest has the device.' },
      description:
        'Whether the guest has a random number generator. It takes its numbers from what the host is ' +
        'configured with (`[libvirt]/rng_dev_path`, `/dev/urandom` by default), so that a freshly ' +
        'started guest need not wait for entropy of its own.\n\n' +
        '`true` since 21.0.0 (Ussuri), so that only `false` changes anything; it was `false` before.',
      drivers: libvirt,
      image: {
        property: 'hw_rng_model',
        relation: 'unrelated-values',
        noticed: 'host',
        rule:
          'The image names a model of the device, of which there is one. Nothing compares the two, and the ' +
          'flavor alone decides whether there is a device.',
      },
    },
    {
      name: 'rate_bytes',
      value: { type: 'integer', min: 0, description: 'A number of bytes.' },
      description:
        'How many bytes the guest can take from the random number generator in each period, so that a ' +
        'greedy guest does not exhaust the host. `hw_rng:rate_period` says how long a period is. `0`, or ' +
        'without it: no limit.',
      drivers: libvirt,
    },
    {
      name: 'rate_period',
      value: { type: 'integer', min: 0, description: 'A time in milliseconds.' },
      description:
        'How long the period is for which `hw_rng:rate_bytes` is meant, in milliseconds: 5 bytes in ' +
        '`1000` are 5 bytes in a second. A long period with a small number of bytes protects other ' +
        'guests best; a short one keeps the guest from waiting long.',
      drivers: libvirt,
      needs: [{ key: 'hw_rng:rate_bytes' }],
    },
  ],
};
