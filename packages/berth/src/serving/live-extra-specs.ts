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
  #inForce: RegistryWithSchemas;
  #packageProblems: readonly string[] = [];

  constructor(config: ExtraSpecsConfig) {
    this.#config = config;
    this.#files = readSchemaFiles(config.extraSpecsSchemas);
    this.#inForce = this.#with(this.#files);
  }

  /** A whole one, which may be kept for the length of a request. */
  get registry(): Registry {
    return this.#inForce.registry;
  }

  /** What the operator should look at in files and packages, as they are in force. Sentences. */
  get problems(): readonly string[] {
    const { issues, otherIssues } = this.#inForce;
    return [
      ...this.#packageProblems,
      ...otherIssues.map(({ place, severity, text }) => `${place}: ${severity}: ${text}`),
      ...issues.map(describeIssue),
    ];
  }

  /** Once, before it is served: what a module says it says for good. */
  async loadPackages(): Promise<void> {
    const { extraSpecsPlugins } = this.#config;
    const { contributions, issues } = await loadPlugins({
      directory: import.meta.dirname,
      packages: extraSpecsPlugins ?? undefined,
    });
    this.#packages = contributions;
    this.#packageProblems = issues.map(describePluginIssue);
    this.#inForce = this.#with(this.#files);
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
    this.#inForce = this.#with(files);
  }

  #with(files: SchemaFiles): RegistryWithSchemas {
    return combine(readSchemas(files), this.#packages);
  }
}
