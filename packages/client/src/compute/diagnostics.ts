/** How a machine does, as its hypervisor counts it; null where it does not. */
export interface GuestDiagnostics {
  /** What runs it: libvirt, or another that the API knows by name. */
  readonly driver: 'libvirt' | 'ironic' | 'vmwareapi';
  readonly hypervisor: string | null;
  readonly hypervisorOs: string | null;
  /** How long it runs, in seconds. */
  readonly uptime: number | null;
  readonly hasConfigDrive: boolean;
  readonly cpus: readonly CpuDiagnostics[];
  readonly disks: readonly DiskDiagnostics[];
  readonly nics: readonly NicDiagnostics[];
  readonly memory: { readonly maximum: number | null; readonly used: number | null };
}

export interface CpuDiagnostics {
  readonly id: number | null;
  /** In nanoseconds. */
  readonly time: number | null;
  /** In percent. */
  readonly utilisation: number | null;
}

export interface DiskDiagnostics {
  /** What it is called on the host, such as `vda`. */
  readonly device: string;
  readonly readBytes: number | null;
  readonly readRequests: number | null;
  readonly writeBytes: number | null;
  readonly writeRequests: number | null;
  readonly errors: number | null;
}

export interface NicDiagnostics {
  /** What it is called on the host, such as `vnet1`. */
  readonly device: string;
  readonly mac: string | null;
  readonly received: TrafficDiagnostics;
  readonly sent: TrafficDiagnostics;
}

export interface TrafficDiagnostics {
  readonly octets: number | null;
  readonly errors: number | null;
  readonly drop: number | null;
  readonly packets: number | null;
  readonly rate: number | null;
}

/** As they are told to the service: a text of JSON. */
export function diagnosticsText(diagnostics: GuestDiagnostics): string {
  const { driver, hypervisor, hypervisorOs, uptime, hasConfigDrive, cpus, disks, nics, memory } = diagnostics;
  return JSON.stringify({
    driver,
    hypervisor,
    hypervisor_os: hypervisorOs,
    uptime,
    config_drive: hasConfigDrive,
    cpus,
    disks: disks.map(({ device, errors, ...disk }) => ({
      device,
      read_bytes: disk.readBytes,
      read_requests: disk.readRequests,
      write_bytes: disk.writeBytes,
      write_requests: disk.writeRequests,
      errors_count: errors,
    })),
    nics,
    memory,
  });
}
