import { idOf, usedClass } from '../large-world.ts';

/* What hostile requests are made of. */

export const wholeBody = 8 * 1024 * 1024 - 1024;

export const host = (index: number) => `/resource_providers/${idOf('host', index)}`;

export function claimAt(index: number): string {
  const allocations = `{"${idOf('host', 7 + (index % 50))}":{"resources":{"VCPU":1,"MEMORY_MB":1}}}`;
  return `"${idOf('other', index)}":{"allocations":${allocations},"project_id":"p","user_id":"u","consumer_generation":null,"consumer_type":"INSTANCE"}`;
}

export function claimText(allocations: string, more?: string): string {
  return `{"allocations":{${allocations}},"project_id":"p","user_id":"u","consumer_generation":null,"consumer_type":"INSTANCE"${more === undefined ? '' : `,${more}`}}`;
}

export function inventoriesOf(inventories: string, more = ''): string {
  return `{"resource_provider_generation":1,"inventories":{${inventories}${more}}}`;
}

export const allClasses = ['VCPU', 'MEMORY_MB', 'DISK_GB', usedClass];
export const aggregateAt = (index: number) => idOf('aggregate', index);
export const aggregateText = (index: number) => `"${aggregateAt(index)}"`;

/** V8 hashes a text of digits by its value, so that these all lie in few places of a table. */
export function sameHashKeys(bytes: number): string {
  return filled(bytes, (index) => `"${index * 1024}":0`, ',');
}

export function listed(count: number, text: (index: number) => string): string {
  return Array.from({ length: count }, (_, index) => text(index)).join();
}

/** As many texts as fit. */
export function filled(length: number, text: (index: number) => string, separator: string): string {
  const parts: string[] = [];
  let sum = 0;
  for (let index = 0; ; index++) {
    const part = text(index);
    sum += part.length + separator.length;
    if (sum > length) return parts.join(separator);
    parts.push(part);
  }
}
