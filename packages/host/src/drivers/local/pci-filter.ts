/** Which PCI devices are handed out: those of a product, those at some addresses, or both. */
export interface PciFilter {
  /** In lower case, four digits each; null for any. */
  readonly vendor: string | null;
  readonly product: string | null;
  readonly address: RegExp | null;
}

/**
 * `8086:154c`, `8086:*`, `@0000:81:*`, `8086:154c@0000:3b:0?.*`: a product, an address behind an `@`, or both. In an address `*` stands for
 * any characters and `?` for one. Null for what is no filter.
 */
export function parsePciFilter(text: string): PciFilter | null {
  const [, product, address] = /^([^@]*)(?:@(.+))?$/.exec(text.trim().toLowerCase()) ?? [];
  if (product === undefined || (product === '' && address === undefined)) return null;
  const [, vendorId, productId] = /^([\da-f]{4}|\*):([\da-f]{4}|\*)$/.exec(product) ?? [];
  if (product !== '' && vendorId === undefined) return null;
  if (address !== undefined && !/^[\da-f:.*?]{1,32}$/.test(address)) return null;
  return {
    vendor: orAny(vendorId),
    product: orAny(productId),
    address: address === undefined ? null : globOf(address),
  };
}

export function isChosen(
  filters: readonly PciFilter[],
  device: { readonly address: string; readonly vendor: string; readonly product: string },
): boolean {
  return filters.some(
    ({ vendor, product, address }) =>
      (vendor === null || vendor === device.vendor) &&
      (product === null || product === device.product) &&
      (address === null || address.test(device.address)),
  );
}

function orAny(id: string | undefined): string | null {
  return id === undefined || id === '*' ? null : id;
}

function globOf(pattern: string): RegExp {
  const source = pattern
    .replace(/\*+/g, '*')
    .replaceAll('.', '\\.')
    .replaceAll('*', '.*')
    .replaceAll('?', '.');
  return new RegExp(`^${source}$`);
}
