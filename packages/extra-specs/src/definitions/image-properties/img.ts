import { goneWithXenServer } from '../gone-with-xen-server.ts';
import type { ImagePropertyFamily } from '../image-property.ts';

export const img: ImagePropertyFamily = {
  prefix: 'img_',
  description: 'How the image itself is used: where it may run, what its disks are, and how it is verified.',
  properties: [
    {
      name: 'img_bdm_v2',
      value: { type: 'boolean', description: 'Whether it is the current form.' },
      description:
        'Whether `img_block_device_mapping` is in the current form of block device mappings; without it, ' +
        'or with `false`, it is taken for the old one. Nova sets it in snapshots of servers that boot ' +
        'from a volume.',
      formerNames: ['bdm_v2'],
    },
    {
      name: 'img_bittorrent',
      value: { type: 'boolean', description: 'Whether BitTorrent is used.' },
      description:
        'Had the image downloaded to XenServer hosts by BitTorrent. That driver is gone, and nothing ' +
        'heeds this any more.',
      support: goneWithXenServer,
      formerNames: ['bittorrent'],
      drivers: [],
    },
    {
      name: 'img_block_device_mapping',
      value: { type: 'list', description: 'Block device mappings, as in the request for a server.' },
      description:
        'The disks of a server made from the image: volumes, snapshots of volumes, or blank ones. A ' +
        'snapshot of a server that boots from a volume consists of nothing else. What the request for a ' +
        'server says about a device counts more.',
      formerNames: ['block_device_mapping'],
    },
    {
      name: 'img_cache_in_nova',
      value: { type: 'boolean', description: 'Whether it is cached.' },
      description:
        'Had the image kept in the cache of XenServer hosts that were told to cache some images. That ' +
        'driver is gone, and nothing heeds this any more.',
      support: goneWithXenServer,
      formerNames: ['cache_in_nova'],
      drivers: [],
    },
    {
      name: 'img_compression_level',
      value: { type: 'integer', description: 'From 1, fast, to 9, small.' },
      description:
        'How strongly snapshots were compressed on XenServer hosts. That driver is gone, and nothing ' +
        'heeds this any more.',
      support: goneWithXenServer,
      formerNames: ['xenapi_image_compression_level'],
      drivers: [],
    },
    {
      name: 'img_config_drive',
      value: { type: 'string', enum: ['optional', 'mandatory'], description: 'Whether it must be there.' },
      description:
        'Whether the guest needs a config drive, a small disk with its metadata, because it cannot get ' +
        'them from the network. `mandatory`: it gets one even if the request does not ask for it. ' +
        '`optional`, the default: only if the request or the configuration of the host asks for it.',
    },
    {
      name: 'img_hide_hypervisor_id',
      value: { type: 'boolean', description: 'Whether the hypervisor is hidden.' },
      description:
        'Hides from the guest that it runs under KVM, for drivers that refuse to work when they see a ' +
        'hypervisor. Off, unless set.',
      drivers: ['libvirt'],
    },
    {
      name: 'img_hv_requested_version',
      value: { type: 'version-predicate', description: 'Comparisons, separated by commas: `>=6.0,<8.0`.' },
      description:
        'Which versions of the hypervisor can run the image. Hosts with others are left out by the ' +
        'scheduler filter `ImagePropertiesFilter`, provided that the image also names an architecture, a ' +
        'hypervisor or a mode.',
      formerNames: ['hypervisor_version_requires'],
    },
    {
      name: 'img_hv_type',
      value: {
        type: 'string',
        enum: [
          'baremetal',
          'bhyve',
          'docker',
          'fake',
          'hyperv',
          'ironic',
          'kqemu',
          'kvm',
          'lxc',
          'lxd',
          'openvz',
          'parallels',
          'phyp',
          'qemu',
          'test',
          'uml',
          'vbox',
          'vz',
          'vmware',
          'xen',
          'zvm',
          'prsm',
        ],
        synonyms: { xapi: 'xen' },
        lowerCased: true,
        description: 'A kind of hypervisor.',
      },
      description:
        'Which hypervisor the image is for, in a cloud that has several: `kvm` or `qemu` with libvirt, ' +
        '`vmware`, `ironic` for bare metal. Hosts with others are left out by the scheduler filter ' +
        '`ImagePropertiesFilter`. Many of the names are of drivers that are gone. Without it the image ' +
        'can go anywhere.',
      formerNames: ['hypervisor_type'],
    },
    {
      name: 'img_linked_clone',
      value: { type: 'boolean', description: 'Whether the disk is a linked clone.' },
      description:
        'Whether the disk of the server is made as a linked clone of the cached image, which saves ' +
        'space, or as a full copy, which is faster later on. The configuration of the host decides ' +
        'without it (`[vmware]/use_linked_clone`).',
      formerNames: ['vmware_linked_clone'],
      drivers: ['vmware'],
    },
    {
      name: 'img_mappings',
      value: { type: 'list', description: 'Objects with a `virtual` and a `device` member.' },
      description:
        'Which names of Amazon EC2 for disks, such as `ami`, `swap` and `ephemeral0`, are which devices ' +
        'of the guest. It comes with images from there.',
      formerNames: ['mappings'],
    },
    {
      name: 'img_owner_id',
      value: { type: 'string', description: 'The id of a project.' },
      description:
        'The project that the server belonged to of which the image is a snapshot. For information; the ' +
        'owner of an image is a field of its own.',
      formerNames: ['owner_id'],
    },
    {
      name: 'img_root_device_name',
      value: { type: 'string', description: 'A device in the guest: `/dev/vda`.' },
      description:
        'Under which name the guest sees its root disk. Nova writes it into snapshots. With libvirt the ' +
        'bus decides about the name all the same.',
      formerNames: ['root_device_name'],
    },
    {
      name: 'img_signature',
      value: { type: 'string', description: 'A signature, in Base64.' },
      description:
        'The signature of the image data. Hosts that are configured to verify images ' +
        '(`[glance]/verify_glance_signatures`) refuse an image whose signature is missing or wrong. It ' +
        'is of use only with the three properties on how it was made.',
    },
    {
      name: 'img_signature_certificate_uuid',
      value: { type: 'uuid', description: 'The UUID of a certificate in the key manager.' },
      description: 'The certificate by which `img_signature` is verified.',
    },
    {
      name: 'img_signature_hash_method',
      value: {
        type: 'string',
        enum: ['SHA-224', 'SHA-256', 'SHA-384', 'SHA-512'],
        description: 'A hash function.',
      },
      description: 'Which hash of the image data `img_signature` signs. `SHA-256` is the usual one.',
    },
    {
      name: 'img_signature_key_type',
      value: {
        type: 'string',
        enum: [
          'DSA',
          'ECC_SECP384R1',
          'ECC_SECP521R1',
          'ECC_SECT409K1',
          'ECC_SECT409R1',
          'ECC_SECT571K1',
          'ECC_SECT571R1',
          'RSA-PSS',
        ],
        description: 'A kind of key, for elliptic curves with the curve.',
      },
      description: 'What kind of key `img_signature` was made with. `RSA-PSS` is the usual one.',
    },
    {
      name: 'img_use_agent',
      value: { type: 'boolean', description: 'Whether there is an agent.' },
      description:
        'Told the XenServer driver whether its agent runs in the guest. That driver is gone, and nothing ' +
        'heeds this any more.',
      support: goneWithXenServer,
      formerNames: ['xenapi_use_agent'],
      drivers: [],
    },
    {
      name: 'img_version',
      value: { type: 'integer', description: 'Always 1.' },
      description: 'A version of the image that VMware images used to have. Nothing heeds it any more.',
      formerNames: ['vmware_image_version'],
      drivers: [],
    },
  ],
};
