import { imagePropertyFamilies } from '../definitions/image-properties.ts';
import type { ExtraSpec, Namespace, Parameter } from '../definitions/definition.ts';
import { compilePattern } from '../pattern.ts';
import { compileValueCheck } from '../validation/value-check.ts';
import { definitionFaults } from './definition-faults.ts';
import { KeyIndex } from './key-index.ts';
import { isPlain, keyOf, patternOfTemplate } from './key-template.ts';
import type { RegisteredSpec } from './registered-spec.ts';
import type { RegisteredNamespace, Registry, RegistryIssue } from './registry.ts';
import { type Contribution, describeSource } from './source.ts';

type Report = (severity: RegistryIssue['severity'], text: string) => void;

/** Puts contributions together, one definition after the other. */
export class RegistryBuilder {
  readonly #namespaces = new Map<
    string | null,
    Omit<RegisteredNamespace, 'specs'> & { specs: RegisteredSpec[] }
  >();
  readonly #specs: RegisteredSpec[] = [];
  /** By key, and by the pattern of the key: `numa_mem.{num}` is `numa_mem.{id}` by another name. */
  readonly #byKey = new Map<string, RegisteredSpec>();
  readonly #byPattern = new Map<string, RegisteredSpec>();
  readonly #keys = new KeyIndex();
  readonly #issues: RegistryIssue[] = [];

  contribute(contribution: Contribution): void {
    for (const namespace of contribution.namespaces) {
      for (const definition of namespace.specs) this.#add(contribution, namespace, definition);
    }
  }

  finish(): { registry: Registry; issues: readonly RegistryIssue[] } {
    return {
      registry: {
        namespaces: [...this.#namespaces.values()],
        specs: this.#specs,
        imageFamilies: imagePropertyFamilies,
        keys: this.#keys,
      },
      issues: this.#issues,
    };
  }

  #add(contribution: Contribution, namespace: Namespace, definition: ExtraSpec): void {
    const key = keyOf(namespace, definition);
    const report: Report = (severity, text) => {
      const place = contribution.placeOf?.(definition) ?? describeSource(contribution.source);
      this.#issues.push({ severity, place, key, text });
    };

    const parameters = [...(namespace.parameters ?? []), ...(definition.parameters ?? [])];
    // Ours are checked by a test instead: compiling each pattern twice would take longer than all the rest.
    const isOurs = contribution.source.kind === 'in-tree';
    const faults = isOurs ? [] : definitionFaults(namespace, definition, parameters);
    if (faults.length > 0) {
      for (const { text } of faults) report('error', text);
      return;
    }
    const pattern = patternOfTemplate(key, parameters);
    const obstacle = this.#obstacleTo(key, pattern);
    if (obstacle !== null) {
      report('error', `'${key}' is ${obstacle}; this definition is left out`);
      return;
    }
    const template = this.#templateOf(key);
    if (template !== null) {
      report('warning', `'${key}' is a case of '${template.key}', whose rules apply as well`);
    }
    if (!isOurs && !isPlain(key)) this.#reportReach(key, parameters, report);
    const spec = {
      key,
      namespace: namespace.name,
      parameters,
      definition,
      source: contribution.source,
      checkValue: compileValueCheck(definition.value),
      refines: template,
    };
    this.#keys.add(spec);
    this.#byKey.set(key, spec);
    this.#byPattern.set(pattern, spec);
    this.#specs.push(spec);
    this.#namespaceFor(namespace).push(spec);
  }

  /** Why a key cannot be defined any more; null when it can. */
  #obstacleTo(key: string, pattern: string): string | null {
    const holder = this.#byKey.get(key) ?? this.#byPattern.get(pattern);
    if (holder !== undefined) {
      const otherName = holder.key === key ? '' : `, as '${holder.key}'`;
      return `defined by ${describeSource(holder.source)} already${otherName}`;
    }
    const template = this.#templateOf(key);
    if (template === null || template.source.kind === 'in-tree') return null;
    return `a case of '${template.key}' of ${describeSource(template.source)}`;
  }

  /** The template that a plain key is a case of. */
  #templateOf(key: string): RegisteredSpec | null {
    return isPlain(key) ? this.#keys.findTemplate(key) : null;
  }

  /** A template that is wide enough to catch keys which are known takes no effect on them; its author may think so. */
  #reportReach(key: string, parameters: readonly Parameter[], report: Report): void {
    const pattern = compilePattern(patternOfTemplate(key, parameters));
    // A file may have hundreds of templates: most keys are ruled out without a match.
    const beginning = key.slice(0, key.indexOf('{'));
    const known = this.#specs.filter(
      (spec) => isPlain(spec.key) && spec.key.startsWith(beginning) && pattern.matches(spec.key),
    );
    if (known.length === 0) return;
    const others = known.length === 1 ? '' : ` and ${known.length - 1} more`;
    report('warning', `'${key}' would match '${known[0]?.key}'${others}, for which it has no effect`);
  }

  #namespaceFor({ name, parameters, description }: Namespace): RegisteredSpec[] {
    let registered = this.#namespaces.get(name);
    if (registered === undefined) {
      registered = { name, parameters: parameters ?? [], description, specs: [] };
      this.#namespaces.set(name, registered);
    }
    return registered.specs;
  }
}
