import type { Parameter } from '../definitions/definition.ts';
import { compilePattern } from '../pattern.ts';
import { isPlain, parametersIn } from '../registry/key-template.ts';

/** The keys to write for one as it is defined. A metadata definition has a fixed name, so that of a template only some can be. */
export interface Instances {
  readonly names: readonly string[];
  /** What is left out; null if nothing is. */
  readonly omission: string | null;
}

/**
 * A parameter that may be empty is left empty. Those that number the guest's NUMA nodes are counted from 0, as far as is wanted.
 * What has any other parameter is left out.
 */
export function instancesOf(
  template: string,
  parameters: readonly Parameter[],
  numaNodes: number,
): Instances {
  if (isPlain(template)) return { names: [template], omission: null };
  const bare = withoutOptional(template, parameters);
  const left = parametersIn(bare).map((name) => `{${name}}`);
  if (left.length === 0) {
    return {
      names: [bare],
      omission: `is written without ${parametersIn(template).map(braced).join(' and ')} only`,
    };
  }
  if (numaNodes > 0 && perNumaNode.test(template)) {
    return {
      names: Array.from({ length: numaNodes }, (_, node) => bare.replace('{num}', String(node))),
      omission: `is written for ${numaNodes === 1 ? 'node 0' : `the nodes 0 to ${numaNodes - 1}`} only`,
    };
  }
  return {
    names: [],
    omission: `has ${left.join(' and ')} in it, which a metadata definition cannot express`,
  };
}

/** The template without the parameters that may be empty: `trait:CUSTOM_{trait}` of `trait{group}:CUSTOM_{trait}`. */
export function withoutOptional(template: string, parameters: readonly Parameter[]): string {
  let bare = template;
  for (const { name, pattern } of parameters) {
    if (compilePattern(pattern).matches('')) bare = bare.replace(braced(name), '');
  }
  return bare;
}

const perNumaNode = /^hw[:_]numa_(?:cpus|mem)\.\{num\}$/;

function braced(name: string): string {
  return `{${name}}`;
}
