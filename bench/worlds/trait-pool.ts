export const standardPool: readonly string[] = [
  'HW_CPU_X86_AVX',
  'HW_CPU_X86_AVX2',
  'HW_CPU_X86_AVX512F',
  'HW_CPU_X86_SSE42',
  'HW_CPU_X86_VMX',
  'HW_CPU_X86_AESNI',
  'HW_CPU_X86_BMI2',
  'COMPUTE_TRUSTED_CERTS',
  'COMPUTE_VOLUME_MULTI_ATTACH',
  'STORAGE_DISK_SSD',
];

export const customPool: readonly string[] = Array.from(
  { length: 20 },
  (_, index) => `CUSTOM_BENCH_T${String(index).padStart(2, '0')}`,
);

/** What hosts have five of. */
export const traitPool: readonly string[] = [...standardPool, ...customPool];

/** A standard trait that nobody has. */
export const absentTrait = 'STORAGE_DISK_HDD';
