import { imageText } from '@berth/extra-specs/flavor-and-image/server.ts';
import type { HostFilter } from './host-filter.ts';
import { meetsVersion } from './meets-version.ts';

/** The host runs guests of the kind that the image is for, with a hypervisor that is not too old for it. */
export const imagePropertiesFilter: HostFilter = {
  isAskedAgain: false,
  testFor: ({ wishes, settings }) => {
    const architecture = textOf('hw_architecture') ?? settings.defaultArchitecture;
    const wanted = [architecture, textOf('img_hv_type'), textOf('hw_vm_mode')].filter(
      (word) => word !== null,
    );
    if (wanted.length === 0) return null;
    const version = textOf('img_hv_requested_version');
    return ({ node: { guests, hypervisor } }) => {
      const isSupported = guests.some((guest) => {
        const words = [guest.architecture, guest.hypervisorType, guest.vmMode];
        return wanted.every((word) => words.includes(word));
      });
      if (!isSupported) return 'it runs no such guests';
      // A hypervisor that does not tell its version will do.
      if (version === null || hypervisor.version === 0) return null;
      return meetsVersion(hypervisor.version, version) ? null : 'its hypervisor is of another version';
    };

    function textOf(property: string): string | null {
      const text = imageText(wishes, property);
      return typeof text === 'string' && text !== '' ? text : null;
    }
  },
};
