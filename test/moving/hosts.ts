/** A world in the notation of `given`: so many hosts with two cells each, most of them in use, and a storage pool for all. */
export function hosts(count: number): string {
  const lines = ['classes: CUSTOM_UNUSED', 'traits: CUSTOM_UNUSED'];
  for (let number = 0; number < count; number++) {
    lines.push(
      `cn${number}  DISK_GB:${1000 + number}(used=${number % 7})  CUSTOM_RACK_${number % 4}  agg:rack${number % 4}  gen:${number}`,
      `  numa${number}a  VCPU:16(ratio=4,used=${number % 5})  MEMORY_MB:65536(reserved=512,used=${64 * (number % 3)})  HW_NUMA_ROOT`,
      `  numa${number}b  CUSTOM_FPGA:2(used=${number % 2})  HW_NUMA_ROOT`,
    );
  }
  lines.push('pool  DISK_GB:100000  MISC_SHARES_VIA_AGGREGATE  agg:rack0,rack1,rack2,rack3');
  return lines.join('\n');
}
