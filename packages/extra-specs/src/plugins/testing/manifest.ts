/** The package.json of a plug-in with these entries. */
export function manifest(name: string, extraSpecs: Readonly<Record<string, unknown>>): object {
  return { name, version: '1.2.3', type: 'module', berth: { extraSpecs } };
}
