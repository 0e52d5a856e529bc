/** Extra specs that the installed Nova and ours do not have in common, because of one change of the original. */
export interface DataDifference {
  /** Who has them: Nova, or we. The other one refuses such a key, as all that it does not know in a namespace that it knows. */
  readonly only: 'nova' | 'ours';
  /** As they are defined. */
  readonly keys: readonly string[];
  readonly changed: string;
  /** The release with the change, of Nova or of os-traits; as near as it is known. */
  readonly release: string;
  /** Whether the release is known for certain. */
  readonly isConfirmed: boolean;
  /** How it is known, or how far. */
  readonly evidence: string;
}

/** The Nova that tests compare with: Debian's. Its standard traits are those of os-traits 2.9.0. */
export const comparedNova = '26.2.2';

/** All differences between the definitions of Nova `comparedNova` and ours, which are those of its development in August 2026. */
export const dataDifferences: readonly DataDifference[] = [
  {
    only: 'nova',
    keys: ['hw:max_cpu_sockets', 'hw:max_cpu_cores', 'hw:max_cpu_threads'],
    changed: 'They were slips of the pen: the libvirt driver has always read `hw:cpu_max_sockets` and so on.',
    release: 'Nova, after 26.2.2',
    isConfirmed: false,
    evidence: 'No release note was found.',
  },
  {
    only: 'ours',
    keys: ['hw:cpu_max_sockets', 'hw:cpu_max_cores', 'hw:cpu_max_threads'],
    changed: 'The names that the libvirt driver reads took the place of the wrong ones.',
    release: 'Nova, after 26.2.2',
    isConfirmed: false,
    evidence: 'No release note was found.',
  },
  {
    only: 'nova',
    keys: ['os:resolution', 'os:monitors', 'os:vram'],
    changed: 'They were for the Hyper-V driver, which was removed.',
    release: 'Nova 29.0.0 (2024.1 Caracal)',
    isConfirmed: false,
    evidence:
      'The highlights of the release name the removal of the driver; that these specs went with it is likely.',
  },
  {
    only: 'ours',
    keys: ['hw:virtio_packed_ring'],
    changed: 'Added.',
    release: 'Nova 29.0.0 (2024.1 Caracal)',
    isConfirmed: true,
    evidence: 'The highlights of the release, and the specification among those that 2024.1 has implemented.',
  },
  {
    only: 'ours',
    keys: ['hw:mem_encryption_model'],
    changed: 'Added, with AMD SEV-ES.',
    release: 'Nova 32.0.0 (2025.2 Flamingo)',
    isConfirmed: true,
    evidence: 'The highlights of the release, and the specification among those that 2025.2 has implemented.',
  },
  {
    only: 'ours',
    keys: ['hw:sound_model', 'hw:usb_model', 'hw:redirected_usb_ports'],
    changed: 'Added, for SPICE consoles.',
    release: 'Nova 32.0.0 (2025.2 Flamingo)',
    isConfirmed: true,
    evidence: 'The highlights of the release name sound devices and USB controllers.',
  },
  {
    only: 'ours',
    keys: ['hw:tpm_secret_security'],
    changed: 'Added.',
    release: 'Nova 33.0.0 (2026.1 Gazpacho)',
    isConfirmed: true,
    evidence: 'The highlights of the release name it.',
  },
  newTraits(
    'after 2.9.0, in 3.0.0 at the latest',
    'Nova 29.0.0 (2024.1 Caracal) uses them, which Ubuntu 24.04 has together with os-traits 3.0.0.',
    ['COMPUTE_ADDRESS_SPACE_EMULATED', 'COMPUTE_ADDRESS_SPACE_PASSTHROUGH', 'COMPUTE_NET_VIRTIO_PACKED'],
  ),
  newTraits(
    'after 2.9.0, in 3.1.0 at the latest',
    'Nova 30.0.0 (2024.2 Dalmatian) uses them, which openSUSE has together with os-traits 3.1.0.',
    ['COMPUTE_SECURITY_STATELESS_FIRMWARE', 'COMPUTE_SECURITY_TPM_CRB', 'COMPUTE_SECURITY_TPM_TIS'],
  ),
  newTraits(
    'after 2.9.0, in 3.3.0 at the latest',
    'Nova 31 (2025.1 Epoxy) uses them, and requires os-traits 3.3.0.',
    ['COMPUTE_NET_VIF_MODEL_IGB', 'HW_PCI_LIVE_MIGRATABLE'],
  ),
  newTraits('after 2.9.0, in 3.5.0 at the latest', 'os-traits 3.5.0 has them.', [
    'COMPUTE_SECURITY_TPM_SECRET_SECURITY_DEPLOYMENT',
    'COMPUTE_SECURITY_TPM_SECRET_SECURITY_HOST',
    'COMPUTE_SECURITY_TPM_SECRET_SECURITY_USER',
    'COMPUTE_SHARE_LOCAL_FS',
    'COMPUTE_SOUND_MODEL_AC97',
    'COMPUTE_SOUND_MODEL_ES1370',
    'COMPUTE_SOUND_MODEL_ICH6',
    'COMPUTE_SOUND_MODEL_ICH9',
    'COMPUTE_SOUND_MODEL_PCSPK',
    'COMPUTE_SOUND_MODEL_SB16',
    'COMPUTE_SOUND_MODEL_USB',
    'COMPUTE_SOUND_MODEL_VIRTIO',
    'COMPUTE_USB_MODEL_NEC_XHCI',
    'COMPUTE_USB_MODEL_QEMU_XHCI',
    'HW_CPU_X86_AMD_SEV_ES',
    'HW_PCI_ONE_TIME_USE',
  ]),
  newTraits('after 3.5.0', 'They are in its repository at commit d4ac0c1, and not in os-traits 3.5.0.', [
    'HW_CPU_X86_AMD_SEV_SNP',
    'HW_CPU_X86_AMXBF16',
    'HW_CPU_X86_AMXINT8',
    'HW_CPU_X86_AMXTILE',
    'HW_CPU_X86_INTEL_TDX',
    'HW_NVME_BES',
    'HW_NVME_CES',
    'HW_NVME_WZS',
  ]),
];

function newTraits(when: string, evidence: string, traits: readonly string[]): DataDifference {
  return {
    only: 'ours',
    keys: traits.map((trait) => `trait{group}:${trait}`),
    changed: 'Added.',
    release: `os-traits, ${when}`,
    isConfirmed: false,
    evidence,
  };
}
