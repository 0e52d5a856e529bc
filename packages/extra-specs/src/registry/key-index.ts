import { compilePattern, type Pattern } from '../pattern.ts';
import { isPlain, patternOfTemplate } from './key-template.ts';
import type { RegisteredSpec } from './registered-spec.ts';

const mostRemembered = 10_000;
/** The compute API takes no longer ones. */
const longestRemembered = 255;

interface Template {
  readonly order: number;
  /** What every key begins with that matches. */
  readonly beginning: string;
  readonly pattern: Pattern;
  readonly spec: RegisteredSpec;
}

/**
 * Finds the definition of a key without going through all of them. A plain key is looked up. Of the templates only those are
 * tried that could match by a part of theirs that is fixed:
 *
 * - where the name is fixed and the namespace is not (`trait{group}:HW_CPU_X86_AVX2`), a key that matches has that name after
 *   its last colon; whether the rest matches the namespace is then asked of one pattern, which all of the namespace share;
 * - where the namespace is fixed (`hw:numa_cpus.{num}`), a key that matches has it before its first colon;
 * - what is left (`trait{group}:CUSTOM_{trait}`) is tried where the beginning is right. In-tree there are two of them.
 *
 * Where several match, the first to be registered has it; a plain key comes before all templates.
 *
 * The same few keys come again and again, so the template of a key is remembered, which no later definition can change. To find it
 * takes half a microsecond, to remember it a twentieth of that.
 */
export class KeyIndex {
  readonly #plain = new Map<string, RegisteredSpec>();
  readonly #byName = new Map<string, Template[]>();
  readonly #byNamespace = new Map<string, Template[]>();
  readonly #others: Template[] = [];
  readonly #knownNamespaces = new Set<string>();
  readonly #namespacePatterns = new Map<string, Pattern>();
  readonly #remembered = new Map<string, RegisteredSpec>();
  #size = 0;

  add(spec: RegisteredSpec): void {
    const order = this.#size++;
    const beginning = spec.key.slice(0, spec.key.indexOf('{'));
    this.#addNamespace(spec);
    if (isPlain(spec.key)) {
      this.#plain.set(spec.key, spec);
    } else if (
      spec.namespace !== null &&
      isPlain(spec.definition.name) &&
      !spec.definition.name.includes(':')
    ) {
      const pattern = this.#namespacePatterns.get(namespaceId(spec)) as Pattern;
      append(this.#byName, spec.definition.name, { order, beginning, pattern, spec });
    } else {
      const pattern = compilePattern(patternOfTemplate(spec.key, spec.parameters));
      if (spec.namespace !== null && isPlain(spec.namespace)) {
        append(this.#byNamespace, spec.namespace, { order, beginning, pattern, spec });
      } else {
        this.#others.push({ order, beginning, pattern, spec });
      }
    }
  }

  find(key: string): RegisteredSpec | null {
    return this.#plain.get(key) ?? this.#remembered.get(key) ?? this.#remember(key, this.findTemplate(key));
  }

  /** The template that a key is an instance of, even where a plain definition stands before it. */
  findTemplate(key: string): RegisteredSpec | null {
    const lastColon = key.lastIndexOf(':');
    let found: Template | null = null;
    if (lastColon >= 0) {
      const prefix = key.slice(0, lastColon);
      found = firstMatch(this.#byName.get(key.slice(lastColon + 1)), prefix, found);
      found = firstMatch(this.#byNamespace.get(key.slice(0, key.indexOf(':'))), key, found);
    }
    found = firstMatch(this.#others, key, found);
    return found?.spec ?? null;
  }

  /** Whether what stands before the first colon is a namespace of ours. A key without one has none. */
  knowsNamespaceOf(key: string): boolean {
    const colon = key.indexOf(':');
    if (colon < 0) return false;
    const name = key.slice(0, colon);
    if (this.#knownNamespaces.has(name)) return true;
    for (const pattern of this.#namespacePatterns.values()) if (pattern.matches(name)) return true;
    return false;
  }

  #remember(key: string, spec: RegisteredSpec | null): RegisteredSpec | null {
    // Users choose keys. Nobody makes this grow without end.
    if (spec === null || key.length > longestRemembered) return spec;
    if (this.#remembered.size >= mostRemembered) this.#remembered.clear();
    this.#remembered.set(key, spec);
    return spec;
  }

  #addNamespace(spec: RegisteredSpec): void {
    if (spec.namespace === null) return;
    if (isPlain(spec.namespace)) {
      this.#knownNamespaces.add(spec.namespace);
      return;
    }
    const id = namespaceId(spec);
    if (this.#namespacePatterns.has(id)) return;
    this.#namespacePatterns.set(id, compilePattern(patternOfTemplate(spec.namespace, spec.parameters)));
  }
}

/** Two sources may use one name for a namespace and mean different patterns by its parameters. */
function namespaceId({ namespace, parameters }: RegisteredSpec): string {
  return patternOfTemplate(namespace as string, parameters);
}

function append(map: Map<string, Template[]>, key: string, template: Template): void {
  const list = map.get(key);
  if (list === undefined) map.set(key, [template]);
  else list.push(template);
}

function firstMatch(
  templates: readonly Template[] | undefined,
  text: string,
  found: Template | null,
): Template | null {
  if (templates === undefined) return found;
  for (const template of templates) {
    if (found !== null && found.order < template.order) return found;
    if (text.startsWith(template.beginning) && template.pattern.matches(text)) return template;
  }
  return found;
}
