import { resolve } from 'node:path';
import { readSchemas } from '@berth/extra-specs/operator/load-schemas.ts';
import { combine, type RegistryWithSchemas } from '@berth/extra-specs/operator/registry-with-schemas.ts';
import { readSchemaFiles, type SchemaFiles } from '@berth/extra-specs/operator/schema-files.ts';
import { describeIssue } from '@berth/extra-specs/operator/schema-issue.ts';
import { loadPlugins } from '@berth/extra-specs/plugins/load-plugins.ts';
import { describePluginIssue } from '@berth/extra-specs/plugins/plugin.ts';
import type { Registry } from '@berth/extra-specs/registry/registry.ts';
import type { Contribution } from '@berth/extra-specs/registry/source.ts';
import { ConfigError } from '../config/config-error.ts';
import type { Config } from '../config/settings.ts';

type ExtraSpecsConfig = Pick<Config, 'extraSpecsSchemas' | 'extraSpecsPlugins'>;

/**
 * What is known about extra specs: by us, by packages, and by the operator's files, which can be read again while it serves. At the
 * start a file with errors is left out, as there is nothing better; later ones are taken only if no file has an error.
 */
export class LiveExtraSpecs {
  readonly #config: ExtraSpecsConfig;
  #packages: readonly Contribution[] = [];
  #files: SchemaFiles;
  #packageProblems: readonly string[] = [];
  /** Made when it is asked for, which takes a tenth of a second: only what writes asks, and that is the leading thread. */
  #inForce: RegistryWithSchemas | null = null;

  constructor(config: ExtraSpecsConfig) {
    this.#config = config;
    this.#files = readSchemaFiles(config.extraSpecsSchemas);
  }

  /** A whole one, which may be kept for the length of a request. */
  get registry(): Registry {
    return this.#current().registry;
  }

  /** What the operator should look at in files and packages, as they are in force. Sentences. */
  get problems(): readonly string[] {
    const { files, issues: unread } = this.#files;
    // Ours alone have no problems, and are not put together before somebody needs them.
    if (this.#packages.length + files.length + unread.length === 0) return this.#packageProblems;
    const { issues, otherIssues } = this.#current();
    return [
      ...this.#packageProblems,
      ...otherIssues.map(({ place, severity, text }) => `${place}: ${severity}: ${text}`),
      ...issues.map(describeIssue),
    ];
  }

  /** Once, before it is served, in the leading thread: what a module says it says for good. */
  async loadPackages(): Promise<void> {
    const { extraSpecsPlugins } = this.#config;
    const { contributions, issues } = await loadPlugins({
      directory: import.meta.dirname,
      packages: extraSpecsPlugins?.map((named) => (named.startsWith('.') ? resolve(named) : named)),
    });
    this.#packages = contributions;
    this.#packageProblems = issues.map(describePluginIssue);
    this.#inForce = null;
  }

  /** What the operator should look at in other files. Throws where they could not be put in force. */
  warningsIn(files: SchemaFiles): readonly string[] {
    const { issues } = this.#with(files);
    const errors = issues.filter(({ severity }) => severity === 'error');
    if (errors.length > 0) throw new ConfigError(errors.map(describeIssue));
    return issues.map(describeIssue);
  }

  /** From the next request on. */
  replace(files: SchemaFiles): void {
    this.#files = files;
    this.#inForce = null;
  }

  #current(): RegistryWithSchemas {
    return (this.#inForce ??= this.#with(this.#files));
  }

  #with(files: SchemaFiles): RegistryWithSchemas {
    return combine(readSchemas(files), this.#packages);
  }
}
