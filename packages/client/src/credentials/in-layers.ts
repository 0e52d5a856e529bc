import type { Setting, Settings } from './setting.ts';

/** Names that say the same thing in different ways: who says one of them leaves the others unsaid. */
const rivals: readonly (readonly string[])[] = [
  ['user_id', 'username'],
  ['project_id', 'project_name', 'system_scope'],
  ['user_domain_id', 'user_domain_name'],
  ['project_domain_id', 'project_domain_name'],
  ['domain_id', 'domain_name'],
  ['verify', 'insecure'],
];

/**
 * What all layers say together, the most important last. So OS_PROJECT_NAME counts where clouds.yaml has a project's id, though
 * both are there; within one layer both are kept.
 */
export function inLayers(layers: readonly Settings[]): Settings {
  const merged = new Map<string, Setting>();
  for (const layer of layers) {
    for (const names of rivals) {
      if (names.some((name) => layer.has(name))) for (const name of names) merged.delete(name);
    }
    for (const [name, setting] of layer) merged.set(name, setting);
  }
  return merged;
}
