/** More than any kernel is built for. */
const cpuMax = 65_535;

/** The CPUs of a list as the kernel and operators write it: '0-3,8,10-11'. Null for what is no such list. */
export function parseCpuList(text: string): ReadonlySet<number> | null {
  const cpus = new Set<number>();
  if (text.trim() === '') return cpus;
  for (const part of text.trim().split(',')) {
    const [, first, last = first] = /^(\d{1,5})(?:-(\d{1,5}))?$/.exec(part.trim()) ?? [];
    if (first === undefined || Number(last) > cpuMax || Number(first) > Number(last)) return null;
    for (let cpu = Number(first); cpu <= Number(last); cpu += 1) cpus.add(cpu);
  }
  return cpus;
}
