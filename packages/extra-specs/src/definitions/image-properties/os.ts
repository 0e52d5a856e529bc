import { goneWithXenServer } from '../gone-with-xen-server.ts';
import type { ImagePropertyFamily } from '../image-property.ts';

export const os: ImagePropertyFamily = {
  prefix: 'os_',
  description: 'The operating system in the image, and how it is to be treated.',
  properties: [
    {
      name: 'os_admin_user',
      value: { type: 'string', description: 'The name of a user in the guest.' },
      description:
        'The user whose password is changed when somebody asks for a new administrator password. `root` ' +
        'is taken where it is missing, and `Administrator` with `os_type=windows`. It needs the guest ' +
        'agent, see `hw_qemu_guest_agent`.',
      drivers: ['libvirt'],
    },
    {
      name: 'os_command_line',
      value: { type: 'string', description: 'A kernel command line.' },
      description:
        'The command line that the kernel is started with, in place of the default one. It counts only ' +
        'where the image has a separate kernel (`kernel_id`); in others the boot loader decides.',
      drivers: ['libvirt'],
    },
    {
      name: 'os_distro',
      value: { type: 'string', description: 'A short name: `debian`, `rhel`, `windows`, `freebsd`.' },
      description:
        'Which operating system it is, by the short name that libosinfo uses. With libvirt it chooses ' +
        'good models of disk bus and network card, where libosinfo is installed on the host and the ' +
        'image names none. VMware takes it for the identifier of the guest operating system, and z/VM ' +
        'demands it.',
      formerNames: ['vmware_ostype'],
      drivers: ['libvirt', 'vmware', 'zvm'],
    },
    {
      name: 'os_require_quiesce',
      value: { type: 'boolean', description: 'Whether a snapshot without quiescing is refused.' },
      description:
        'Whether the file systems of the guest must be brought to rest before a snapshot is taken of it. ' +
        'Where that fails, the snapshot fails, too; without it the snapshot is taken all the same. It ' +
        'needs the guest agent, see `hw_qemu_guest_agent`.',
      drivers: ['libvirt'],
    },
    {
      name: 'os_secure_boot',
      value: {
        type: 'string',
        enum: ['required', 'disabled', 'optional'],
        description: 'Whether only signed software may start.',
      },
      description:
        'Whether the guest starts with UEFI secure boot. `required`: it does, and only hosts that can do ' +
        'it are chosen. `optional`: it does if the host can. `disabled`, the default: it does not. The ' +
        'image must have `hw_firmware_type=uefi`, and on x86 the machine type must be q35.',
      drivers: ['libvirt'],
    },
    {
      name: 'os_skip_agent_inject_files_at_boot',
      value: { type: 'boolean', description: 'Whether files are left out.' },
      description:
        'Kept the XenServer agent from writing files into the guest. That driver is gone, and nothing ' +
        'heeds this any more.',
      support: goneWithXenServer,
      formerNames: ['xenapi_skip_agent_inject_files_at_boot'],
      drivers: [],
    },
    {
      name: 'os_skip_agent_inject_ssh',
      value: { type: 'boolean', description: 'Whether keys are left out.' },
      description:
        'Kept the XenServer agent from writing SSH keys into the guest. That driver is gone, and nothing ' +
        'heeds this any more.',
      support: goneWithXenServer,
      formerNames: ['xenapi_skip_agent_inject_ssh'],
      drivers: [],
    },
    {
      name: 'os_type',
      value: {
        type: 'string',
        enum: ['linux', 'windows'],
        lowerCased: true,
        description: 'A family of operating systems.',
      },
      description:
        'What family the operating system is of. With `windows` libvirt sets the clock to local time, ' +
        'offers the guest the interfaces of Hyper-V, and formats ephemeral disks for it.',
      drivers: ['libvirt'],
    },
  ],
};
