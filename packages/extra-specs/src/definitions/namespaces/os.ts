import type { Namespace } from '../definition.ts';

export const os: Namespace = {
  name: 'os',
  description: 'How the operating system of the guest is started.',
  specs: [
    {
      name: 'secure_boot',
      value: {
        type: 'string',
        enum: ['disabled', 'required'],
        description: 'Whether only signed software may start.',
      },
      description:
        'Whether the guest starts with UEFI secure boot, which runs a boot loader and a kernel only if ' +
        'they are signed with a key that the firmware trusts.\n\n' +
        '`required`: it does, and only hosts that can do it are chosen. `disabled`, the default: it does ' +
        'not; set in the flavor, it keeps images from asking for it. The image must be one for UEFI ' +
        '(`hw_firmware_type`), and on x86 the machine type must be q35.',
      drivers: ['libvirt'],
      image: {
        property: 'os_secure_boot',
        relation: 'must-agree',
        noticed: 'scheduling',
        rule:
          'Different values are a conflict; so is `optional`, which only images can say, beside either ' +
          'value. The API accepts the server, and it ends in an error while a host is looked for.',
      },
    },
  ],
};
