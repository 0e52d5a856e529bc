/** How Placement's traits and resource classes are named. */
const form = /^[A-Z0-9_]{1,255}$/;

export function isResourceName(name: string): boolean {
  return form.test(name);
}

/** One that anybody may make. All others are Placement's own. */
export function isCustomName(name: string): boolean {
  return name.startsWith('CUSTOM_');
}
