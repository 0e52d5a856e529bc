/** A readable form of a name: `cpu_max_sockets` is "CPU Max Sockets". A trait or resource class keeps its own name. */
export function titleOf(name: string): string {
  if (!/[a-z]/.test(name)) return name;
  return name
    .split(/[_\s.:-]+/)
    .filter((word) => word !== '')
    .map((word) => spelling.get(word) ?? `${word.charAt(0).toUpperCase()}${word.slice(1)}`)
    .join(' ');
}

const words =
  'BDM CD-ROM CPU CPUs GB HPET HV I/O ID IOPS iPXE IP MB NUMA OS PCI PMU QEMU RAM RNG SCSI SSH TPM USB UUID VCPUs VIF vIOMMU VM VMs';

const spelling: ReadonlyMap<string, string> = new Map(
  words.split(' ').map((word) => [word.toLowerCase().replaceAll(/[^a-z]/g, ''), word]),
);
