/** An npm package that declares namespaces of extra specs. Nothing of it has been executed yet. */
export interface Plugin {
  readonly name: string;
  readonly version: string;
  /** Where it really is: without symbolic links in it. */
  readonly directory: string;
  readonly entries: readonly PluginEntry[];
}

/** One member of `"berth": { "extraSpecs": { … } }` in its package.json. */
export interface PluginEntry {
  /** The author's word for it; only messages use it. */
  readonly name: string;
  /** As declared: `./accel.js`. */
  readonly module: string;
}

/** Why a package, or one entry of it, is left out. The others are not affected. */
export interface PluginIssue {
  /** The package's name, or what the configuration calls it. */
  readonly plugin: string;
  /** Null where it is about the package as a whole. */
  readonly entry: string | null;
  /** The file or directory it is about. */
  readonly place: string;
  readonly text: string;
}

export function describePluginIssue({ plugin, entry, place, text }: PluginIssue): string {
  return `plug-in ${plugin}${entry === null ? '' : `, entry '${entry}'`}: ${text} (${place})`;
}
