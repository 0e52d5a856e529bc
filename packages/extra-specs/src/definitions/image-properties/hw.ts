import { goneWithXenServer } from '../gone-with-xen-server.ts';
import type { ImagePropertyFamily } from '../image-property.ts';
import type { Parameter } from '../definition.ts';

const libvirt: readonly string[] = ['libvirt'];
const libvirtAndVmware: readonly string[] = ['libvirt', 'vmware'];

const architectures: readonly string[] = [
  'alpha',
  'armv6',
  'armv7l',
  'armv7b',
  'aarch64',
  'cris',
  'i686',
  'ia64',
  'lm32',
  'm68k',
  'microblaze',
  'microblazeel',
  'mips',
  'mipsel',
  'mips64',
  'mips64el',
  'openrisc',
  'parisc',
  'parisc64',
  'ppc',
  'ppcle',
  'ppc64',
  'ppc64le',
  'ppcemb',
  's390',
  's390x',
  'sh4',
  'sh4eb',
  'sparc',
  'sparc64',
  'unicore32',
  'x86_64',
  'xtensa',
  'xtensaeb',
];

const architectureSynonyms: Readonly<Record<string, string>> = {
  i386: 'i686',
  i486: 'i686',
  i586: 'i686',
  x86_32: 'i686',
  x86_32p: 'i686',
  amd64: 'x86_64',
};

const buses: readonly string[] = ['fdc', 'ide', 'sata', 'scsi', 'usb', 'virtio', 'xen', 'lxc', 'uml'];

const node: Parameter = {
  name: 'num',
  pattern: '\\d+',
  description: 'The number of the NUMA node of the guest, from 0 to 127.',
};

export const hw: ImagePropertyFamily = {
  prefix: 'hw_',
  description: 'The virtual hardware that a guest made from the image needs.',
  properties: [
    {
      name: 'hw_architecture',
      value: {
        type: 'string',
        enum: architectures,
        synonyms: architectureSynonyms,
        lowerCased: true,
        description: 'A CPU architecture, as `uname -m` names it.',
      },
      description:
        'The CPU architecture that the image is made for. Hosts that cannot run it are left out by the ' +
        'scheduler filter `ImagePropertiesFilter`. Without it every host is taken to be able to, unless ' +
        'a default is configured.',
      formerNames: ['architecture'],
    },
    {
      name: 'hw_auto_disk_config',
      value: { type: 'string', description: '`true`, `false` or `disabled`.' },
      description:
        'Whether the root disk is partitioned anew to fill its size when a server is built, where the ' +
        'request does not say so; `disabled` refuses requests that ask for it. No driver does it any ' +
        'more, and when a server is created only the former name is looked at.',
      formerNames: ['auto_disk_config'],
      drivers: [],
    },
    {
      name: 'hw_boot_menu',
      value: { type: 'boolean', description: 'Whether there is a menu.' },
      description:
        'Shows a menu on the console when the guest starts, in which one can choose the device to boot ' +
        'from. Off, unless set.',
      drivers: libvirt,
    },
    {
      name: 'hw_cdrom_bus',
      value: { type: 'string', enum: buses, description: 'A bus for CD-ROM drives.' },
      description:
        'The bus on which the guest sees CD-ROM drives, such as one with a config drive. Without it, it ' +
        'is `ide`, with a q35 machine `sata`, and on Arm, POWER and IBM Z `scsi`.',
      drivers: libvirt,
    },
    {
      name: 'hw_cpu_cores',
      value: { type: 'integer', description: 'A number of cores in each socket.' },
      description: 'How many cores the guest would like to see in each socket.',
      drivers: libvirtAndVmware,
    },
    {
      name: 'hw_cpu_max_cores',
      value: { type: 'integer', description: 'The largest number of cores in each socket.' },
      description: 'The most cores in each socket that the guest can cope with.',
      drivers: libvirtAndVmware,
    },
    {
      name: 'hw_cpu_max_sockets',
      value: { type: 'integer', description: 'The largest number of sockets.' },
      description:
        'The most sockets that the guest can cope with, or has licences for. Some editions of Windows ' +
        'use one or two sockets and leave CPUs in others idle.',
      drivers: libvirtAndVmware,
    },
    {
      name: 'hw_cpu_max_threads',
      value: { type: 'integer', description: 'The largest number of threads in each core.' },
      description: 'The most threads in each core that the guest can cope with.',
      drivers: libvirt,
    },
    {
      name: 'hw_cpu_policy',
      value: {
        type: 'string',
        enum: ['dedicated', 'shared', 'mixed'],
        description: 'How guest CPUs are placed.',
      },
      description:
        'How the CPUs of the guest run on those of the host: `shared`, they float and are overcommitted; ' +
        '`dedicated`, each is pinned to a host CPU of its own; `mixed`, some are pinned, which ones the ' +
        'flavor says. `shared`, unless set.',
      drivers: libvirt,
    },
    {
      name: 'hw_cpu_realtime_mask',
      value: {
        type: 'string',
        description:
          'CPU numbers from 0, such as `2-7`. With a caret in front it means all CPUs but these: `^0-1`.',
      },
      description:
        'Which CPUs of a realtime guest are realtime. It has no effect where the flavor does not switch ' +
        'realtime on (`hw:cpu_realtime`).',
      drivers: libvirt,
    },
    {
      name: 'hw_cpu_sockets',
      value: { type: 'integer', description: 'A number of sockets.' },
      description: 'How many sockets the guest would like to see its CPUs in.',
      drivers: libvirtAndVmware,
    },
    {
      name: 'hw_cpu_thread_policy',
      value: {
        type: 'string',
        enum: ['prefer', 'isolate', 'require'],
        description: 'What to do about sibling threads.',
      },
      description:
        'What pinned CPUs do about hyper-threading: `prefer` uses threads of the same cores where there ' +
        'are such, `require` insists on them, `isolate` gives every guest CPU a core for itself. ' +
        '`prefer`, unless set. It needs pinned CPUs.',
      drivers: libvirt,
    },
    {
      name: 'hw_cpu_threads',
      value: { type: 'integer', description: 'A number of threads in each core.' },
      description: 'How many threads the guest would like to see in each core.',
      drivers: libvirt,
    },
    {
      name: 'hw_device_id',
      value: { type: 'integer', description: 'A version of the interface, 1 or 2.' },
      description:
        'Which version of the tools of XenServer is in the guest. That driver is gone, and nothing heeds ' +
        'this any more.',
      support: goneWithXenServer,
      formerNames: ['xenapi_device_id'],
      drivers: [],
    },
    {
      name: 'hw_disk_bus',
      value: { type: 'string', enum: buses, description: 'A bus for disks.' },
      description:
        'The bus on which the guest sees its disks. `virtio`, the default with QEMU, needs a driver in ' +
        'the guest; `scsi` with `hw_scsi_model=virtio-scsi` allows many disks and returns freed space; ' +
        '`sata`, `ide` and `usb` work with any guest. VMware knows `ide` and `scsi`.\n\n' +
        'The old property `vmware_adaptertype` with `ide` means `ide` here; with anything else it means ' +
        '`scsi` here and the value in `hw_scsi_model`.',
      drivers: libvirtAndVmware,
    },
    {
      name: 'hw_disk_type',
      value: { type: 'string', description: '`sparse`, `preallocated`, `thin` or `streamOptimized`.' },
      description: 'What kind of VMDK file the image is. Without it VMware takes it for `preallocated`.',
      formerNames: ['vmware_disktype'],
      drivers: ['vmware'],
    },
    {
      name: 'hw_emulation_architecture',
      value: {
        type: 'string',
        enum: architectures,
        synonyms: architectureSynonyms,
        lowerCased: true,
        description: 'A CPU architecture; `aarch64`, `ppc64le` and `s390x` are known to work.',
      },
      description:
        'The CPU architecture that QEMU emulates for the guest, on hosts of another one. Slow, but ' +
        'enough to build and test software. The host must have the QEMU for it installed, and the image ' +
        'often needs `hw_machine_type` and `hw_firmware_type` as well.',
      support: {
        status: 'experimental',
        note:
          'Nova calls the whole feature experimental; a guest of a supported architecture is not sure to ' +
          'work.',
      },
      drivers: libvirt,
    },
    {
      name: 'hw_ephemeral_encryption',
      value: { type: 'boolean', description: 'Whether local disks are encrypted.' },
      description:
        'Encrypts the local disks of the server: root, ephemeral and swap. Only hosts that can do it are ' +
        'chosen. Off, unless set.',
      drivers: libvirt,
    },
    {
      name: 'hw_ephemeral_encryption_format',
      value: {
        type: 'string',
        enum: ['plain', 'luks', 'luksv2'],
        description: 'A format of encrypted disks.',
      },
      description:
        'How local disks are encrypted; in a snapshot of such a server, how the image itself is. `luks` ' +
        'is the usual format of Linux, `luksv2` its second version, and `plain` a bare cipher without a ' +
        'header.',
      drivers: libvirt,
    },
    {
      name: 'hw_ephemeral_encryption_secret_uuid',
      value: { type: 'uuid', description: 'The UUID of a secret in the key manager.' },
      description:
        'Where the key manager has the passphrase of an image that is itself encrypted, as a snapshot of ' +
        'a server with encrypted disks is. Nova sets it.',
      drivers: libvirt,
    },
    {
      name: 'hw_firmware_stateless',
      value: { type: 'boolean', description: 'Whether the firmware forgets.' },
      description:
        'Starts the guest with firmware that keeps no variables: what the guest writes into them is gone ' +
        'when it is switched off. It goes with `hw_firmware_type=uefi` alone. Encrypted memory of the ' +
        'kind `amd-sev-snp` demands it. Off, unless set.',
      drivers: libvirt,
    },
    {
      name: 'hw_firmware_type',
      value: { type: 'string', enum: ['uefi', 'bios'], description: 'A kind of firmware.' },
      description:
        'The firmware that the image is made to boot with. `bios`, unless set; on Arm `uefi`. Secure ' +
        'boot and encrypted memory need `uefi`.',
      drivers: libvirtAndVmware,
    },
    {
      name: 'hw_floppy_bus',
      value: { type: 'string', enum: buses, description: 'A bus for floppy disk drives.' },
      description: 'The bus on which the guest sees floppy disk drives. Without it, it is `fdc`.',
      drivers: libvirt,
    },
    {
      name: 'hw_input_bus',
      value: { type: 'string', enum: ['usb', 'virtio'], description: 'A bus for input devices.' },
      description:
        'Gives the guest a graphics tablet, by which the mouse pointer follows that of the console, and ' +
        'a keyboard on this bus. `virtio` costs the host less than `usb`, and needs a driver in the ' +
        'guest. It outweighs `hw_pointer_model`.',
      drivers: libvirt,
    },
    {
      name: 'hw_ipxe_boot',
      value: { type: 'boolean', description: 'Whether it boots by iPXE.' },
      description:
        'Had a CD image with iPXE given network settings on XenServer hosts. That driver is gone, and ' +
        'nothing heeds this any more.',
      support: goneWithXenServer,
      formerNames: ['ipxe_boot'],
      drivers: [],
    },
    {
      name: 'hw_locked_memory',
      value: { type: 'boolean', description: 'Whether the memory is locked.' },
      description:
        'Keeps the memory of the guest in the RAM of the host, neither swapped out nor moved. It needs a ' +
        'page size, in the flavor or the image. Off, unless set.',
      drivers: libvirt,
    },
    {
      name: 'hw_machine_type',
      value: {
        type: 'string',
        description: 'A machine type of the hypervisor: `q35`, `pc`, `virt`, or with a version `pc-q35-8.2`.',
      },
      description:
        'Which machine QEMU emulates, with its chipset. On x86 `q35` is the modern one with PCI Express, ' +
        'which secure boot, encrypted memory and a virtual IOMMU need, and `pc` the old one; `virt` is ' +
        'for Arm. Without it the host is configured with one (`[libvirt]/hw_machine_type`). A server ' +
        'keeps the type that it was first started with.',
      drivers: libvirt,
    },
    {
      name: 'hw_maxphysaddr_bits',
      value: { type: 'integer', description: 'A number of bits, such as 46.' },
      description:
        'How many bits a physical memory address has in the guest, with `hw_maxphysaddr_mode=emulate`. ' +
        '40 bits are for up to 1 TiB of memory, 46 for up to 64 TiB.',
      drivers: libvirt,
    },
    {
      name: 'hw_maxphysaddr_mode',
      value: {
        type: 'string',
        enum: ['passthrough', 'emulate'],
        description: 'Where the number of bits is from.',
      },
      description:
        'How many bits a physical memory address has in the guest, for guests with very much memory. ' +
        '`passthrough`: as many as the host has. `emulate`: as many as `hw_maxphysaddr_bits` says, which ' +
        'lets the guest move between different hosts. Without it QEMU decides, on 40 as a rule.',
      drivers: libvirt,
    },
    {
      name: 'hw_mem_encryption',
      value: { type: 'boolean', description: 'Whether the memory is encrypted.' },
      description:
        'Encrypts the memory of the guest with a key that only the CPU of the host has. The image must ' +
        'have `hw_firmware_type=uefi` and be run with a q35 machine, and its operating system must ' +
        'support it. Off, unless set.',
      drivers: libvirt,
    },
    {
      name: 'hw_mem_encryption_model',
      value: {
        type: 'string',
        enum: ['amd-sev', 'amd-sev-es', 'amd-sev-snp'],
        description: 'What the CPU does.',
      },
      description:
        'How the memory is encrypted: `amd-sev` the memory alone, `amd-sev-es` the registers of the CPUs ' +
        'as well, `amd-sev-snp` with protection against changes by the hypervisor. `amd-sev`, unless ' +
        'set.',
      drivers: libvirt,
    },
    {
      name: 'hw_mem_page_size',
      value: {
        type: 'string',
        description:
          '`small`, `large`, `any`, or a size: a number of KiB, or a number with a unit such as `2MB`.',
      },
      description:
        'What size of pages the memory of the guest is made of on the host. The image can choose only if ' +
        'the flavor leaves it open, with `large` or `any`.',
      drivers: libvirt,
    },
    {
      name: 'hw_numa_cpus.{num}',
      parameters: [node],
      value: { type: 'cpu-set', description: 'CPU numbers from 0, such as `0,1` or `2-5,^3`.' },
      description:
        'Which CPUs of the guest are in its NUMA node `{num}`. Nodes are read from 0 up to the first ' +
        'that is missing; every one of them needs `hw_numa_mem.{num}` as well.',
      drivers: libvirt,
    },
    {
      name: 'hw_numa_mem.{num}',
      parameters: [node],
      value: { type: 'integer', description: 'MB of memory.' },
      description:
        'How much memory is in NUMA node `{num}` of the guest, in MB. Nodes are read from 0 up to the ' +
        'first that is missing; every one of them needs `hw_numa_cpus.{num}` as well. The amounts must ' +
        'add up to the memory of the flavor.',
      drivers: libvirt,
    },
    {
      name: 'hw_numa_nodes',
      value: { type: 'integer', description: 'How many NUMA nodes the guest has.' },
      description:
        'How many NUMA nodes the guest sees, each of which is placed on a NUMA node of the host of its ' +
        'own. CPUs and memory are divided evenly, unless `hw_numa_cpus.{num}` and `hw_numa_mem.{num}` ' +
        'say how.',
      drivers: libvirt,
    },
    {
      name: 'hw_pci_numa_affinity_policy',
      value: {
        type: 'string',
        enum: ['required', 'legacy', 'preferred', 'socket'],
        description: 'How close devices have to be.',
      },
      description:
        'How close PCI devices have to be to the CPUs and the memory of the guest: `required`, on the ' +
        'same NUMA node; `socket`, on the same CPU socket; `preferred`, if possible; `legacy`, as ' +
        '`required` for devices that tell where they are. `legacy`, unless set.',
      drivers: libvirt,
    },
    {
      name: 'hw_pmu',
      value: { type: 'boolean', description: 'Whether the guest has a PMU.' },
      description:
        'Whether the guest has a virtual performance monitoring unit, for profilers. The hypervisor ' +
        'decides, unless it is set; `false` saves realtime guests a source of delays.',
      drivers: libvirt,
    },
    {
      name: 'hw_pointer_model',
      value: { type: 'string', enum: ['usbtablet'], description: 'A pointing device.' },
      description:
        'Gives the guest a graphics tablet on USB, by which the mouse pointer follows that of the ' +
        'console. `hw_input_bus` says the same and more, and outweighs it. Without both the ' +
        'configuration of the host decides (`pointer_model`).',
      drivers: libvirt,
    },
    {
      name: 'hw_qemu_guest_agent',
      value: { type: 'boolean', description: 'Whether the agent is in the image.' },
      description:
        'Says that the QEMU guest agent runs in the guest, and gives it a channel to the host. Nova then ' +
        'can change the administrator password, and bring file systems to rest before a snapshot. Off, ' +
        'unless set.',
      drivers: libvirt,
    },
    {
      name: 'hw_redirected_usb_ports',
      value: { type: 'integer', min: 0, max: 15, description: 'A number of ports.' },
      description:
        'How many USB devices the user of a SPICE console can plug into the guest from where they sit. ' +
        'It needs a USB controller, see `hw_usb_model`. 0, unless set.',
      drivers: libvirt,
    },
    {
      name: 'hw_rescue_bus',
      value: { type: 'string', enum: buses, description: 'A bus for the rescue disk.' },
      description:
        'In an image to rescue servers with: the bus to which its disk is attached. With it, or ' +
        '`hw_rescue_device`, the server keeps all its own disks in their places while it is rescued. ' +
        'Without it the bus is the usual one for the device.',
      drivers: libvirt,
    },
    {
      name: 'hw_rescue_device',
      value: {
        type: 'string',
        enum: ['cdrom', 'disk', 'floppy', 'fs', 'lun'],
        description: 'A kind of device; `fs` is not supported for a rescue.',
      },
      description:
        'In an image to rescue servers with: what kind of device it appears as. With it, or ' +
        '`hw_rescue_bus`, the server keeps all its own disks in their places while it is rescued; both ' +
        'are needed to rescue a server that boots from a volume. `disk`, unless set.',
      drivers: libvirt,
    },
    {
      name: 'hw_rng_model',
      value: { type: 'string', enum: ['virtio'], description: 'A model of the device.' },
      description:
        'Which random number generator the guest has. Nothing depends on it at present, since there is ' +
        'one model and the guest gets it without asking (`hw_rng:allowed`).',
      drivers: libvirt,
    },
    {
      name: 'hw_scsi_model',
      value: {
        type: 'string',
        enum: ['buslogic', 'ibmvscsi', 'lsilogic', 'lsisas1068', 'lsisas1078', 'virtio-scsi', 'vmpvscsi'],
        synonyms: { lsilogicsas: 'lsisas1068', paravirtual: 'vmpvscsi' },
        lowerCased: true,
        description: 'A model of a SCSI controller.',
      },
      description:
        'The SCSI controller of disks with `hw_disk_bus=scsi`. `virtio-scsi` is the one for QEMU; the ' +
        'others are real controllers, for guests that have drivers for those, above all under VMware, ' +
        'where `vmpvscsi` is the fastest.',
      drivers: libvirtAndVmware,
    },
    {
      name: 'hw_serial_port_count',
      value: { type: 'integer', description: 'A number of serial ports.' },
      description:
        'How many serial ports the guest has where the serial console is enabled; at most as many as the ' +
        'flavor says, if it says so. 1, unless set.',
      drivers: libvirt,
    },
    {
      name: 'hw_sound_model',
      value: {
        type: 'string',
        enum: ['sb16', 'es1370', 'pcspk', 'ac97', 'ich6', 'ich9', 'usb', 'virtio'],
        description: 'A model of a sound device.',
      },
      description:
        'Which sound device the guest has, for virtual desktops on a SPICE console. Only hosts that can ' +
        'emulate the model are chosen. Without it there is no sound.',
      drivers: libvirt,
    },
    {
      name: 'hw_time_hpet',
      value: { type: 'boolean', description: 'Whether there is an HPET.' },
      description:
        'Whether an x86 guest has a high precision event timer (HPET). It costs the host CPU time, and ' +
        'few guests are better with it. Off, unless set.',
      drivers: libvirt,
    },
    {
      name: 'hw_tpm_model',
      value: { type: 'string', enum: ['tpm-tis', 'tpm-crb'], description: 'How the guest talks to the TPM.' },
      description:
        'The interface of the emulated TPM. `tpm-tis`, the default, works with both versions, `tpm-crb` ' +
        'with 2.0 alone. On its own it does nothing: `hw_tpm_version` asks for a TPM.',
      drivers: libvirt,
    },
    {
      name: 'hw_tpm_version',
      value: { type: 'string', enum: ['1.2', '2.0'], description: 'A version of the TPM standard.' },
      description:
        'Gives the guest an emulated TPM of this version. Windows 11 demands `2.0`. Without it, in the ' +
        'flavor as well, there is none.',
      drivers: libvirt,
    },
    {
      name: 'hw_usb_model',
      value: {
        type: 'string',
        enum: ['none', 'nec-xhci', 'qemu-xhci'],
        description: 'A model of a USB controller.',
      },
      description:
        'Which USB controller the guest has, to which `hw_redirected_usb_ports` can add ports. `none`, ' +
        'unless set; `qemu-xhci` is the one to choose.',
      drivers: libvirt,
    },
    {
      name: 'hw_video_model',
      value: {
        type: 'string',
        enum: ['cirrus', 'qxl', 'vga', 'vmvga', 'xen', 'virtio', 'gop', 'none', 'bochs'],
        description: 'A model of a graphics card.',
      },
      description:
        'Which graphics card the guest sees. `virtio` works with any guest and is the default on most ' +
        'hosts; `qxl` is for SPICE consoles; `vga`, `cirrus` and `bochs` for old or small guests; `none` ' +
        'for guests without a console, or with a GPU passed through.',
      drivers: libvirt,
    },
    {
      name: 'hw_video_ram',
      value: { type: 'integer', description: 'MB of video memory.' },
      description:
        'How much video memory the graphics card has, in MB. The flavor must allow it with ' +
        '`hw_video:ram_max_mb`, otherwise the server ends in an error.',
      drivers: libvirtAndVmware,
    },
    {
      name: 'hw_vif_model',
      value: {
        type: 'string',
        enum: [
          'virtio',
          'ne2k_pci',
          'pcnet',
          'rtl8139',
          'e1000',
          'e1000e',
          'netfront',
          'spapr-vlan',
          'lan9118',
          'sriov',
          'vmxnet',
          'vmxnet3',
          'igb',
        ],
        synonyms: {
          virtuale1000: 'e1000',
          virtuale1000e: 'e1000e',
          virtualpcnet32: 'pcnet',
          virtualsriovethernetcard: 'sriov',
          virtualvmxnet: 'vmxnet',
          virtualvmxnet3: 'vmxnet3',
        },
        lowerCased: true,
        description: 'A model of a network card.',
      },
      description:
        'Which network card the guest sees. `virtio`, the default with QEMU, is fastest and needs a ' +
        'driver in the guest; `e1000`, `e1000e` and `rtl8139` are real cards that old systems know; ' +
        '`igb` can do SR-IOV inside the guest. Under VMware `vmxnet3` is the fastest.',
      drivers: libvirtAndVmware,
    },
    {
      name: 'hw_vif_multiqueue_enabled',
      value: { type: 'boolean', description: 'Whether there are several queues.' },
      description:
        'Gives every virtio network interface as many queues as the guest has CPUs, so that several CPUs ' +
        'can work on its packets. The guest has to make use of them. Off, unless set.',
      drivers: libvirt,
    },
    {
      name: 'hw_viommu_model',
      value: {
        type: 'string',
        enum: ['intel', 'smmuv3', 'virtio', 'auto'],
        description: 'A model of a virtual IOMMU.',
      },
      description:
        'Which virtual IOMMU the guest has: `intel` for x86 with a q35 machine, `smmuv3` for Arm, ' +
        '`virtio` for both, `auto` for the best that the host has. Without it there is none.',
      drivers: libvirt,
    },
    {
      name: 'hw_virtio_packed_ring',
      value: { type: 'boolean', description: 'Whether packed rings are offered.' },
      description:
        'Offers the guest the packed layout of virtio queues, which moves many small packets faster. ' +
        'Only hosts that have it are chosen. Off, unless set.',
      drivers: libvirt,
    },
    {
      name: 'hw_vm_mode',
      value: {
        type: 'string',
        enum: ['hvm', 'xen', 'uml', 'exe'],
        synonyms: { pv: 'xen', hv: 'hvm', baremetal: 'hvm' },
        lowerCased: true,
        description: 'A kind of virtual machine.',
      },
      description:
        'What kind of machine the image is made for: `hvm`, a complete one, as with QEMU and KVM; `exe`, ' +
        'a container; `xen` and `uml`, paravirtual ones. Hosts without it are left out by the scheduler ' +
        'filter `ImagePropertiesFilter`. Without it every kind will do.',
      formerNames: ['vm_mode'],
    },
    {
      name: 'hw_watchdog_action',
      value: {
        type: 'string',
        enum: ['none', 'pause', 'poweroff', 'reset', 'disabled'],
        description: 'What happens when the watchdog fires.',
      },
      description:
        'Gives the guest a watchdog, and says what happens when it hangs: `reset`, `poweroff`, `pause`, ' +
        'or `none` for nothing. With `disabled` there is no watchdog, even if the flavor asks for one. ' +
        '`disabled`, unless set.',
      drivers: libvirt,
    },
  ],
};
