import { writeFileSync } from 'node:fs';
import { routes } from './routes.ts';
import { history } from './versions.ts';

export const microversionsFile = new URL('../../../../docs/microversions-compute.md', import.meta.url);

/** docs/microversions-compute.md: what each version brought, and which endpoints there are since when. */
export function renderMicroversions(): string {
  return `# Microversions of compute

<!-- Rendered from packages/compute/src/http/versions.ts and routes.ts by \`npm run docs\`. Do not edit. -->

A client says which version it speaks with \`OpenStack-API-Version: compute 2.96\`, or \`X-OpenStack-Nova-API-Version: 2.96\`; without them 2.1 counts.
Versions are Nova's: some are about what is not served here, which the endpoints below tell ([compute.md](compute.md)).

| version | what it brought |
| --- | --- |
${history.map(([version, description]) => `| ${version} | ${description} |`).join('\n')}

## Endpoints

All are below \`/compute\`. What is in square brackets may be left out.

| endpoint | versions | policy rule |
| --- | --- | --- |
${routes.map(renderRoute).join('\n')}
`;
}

function renderRoute({ route, since, until, policy }: (typeof routes)[number]): string {
  const first = since ?? history[0][0];
  const versions = until === undefined ? `from ${first}` : `${first} to ${until}`;
  return `| \`${route}\` | ${versions} | ${policy === null ? 'open to all' : `\`${policy}\``} |`;
}

if (import.meta.main) writeFileSync(microversionsFile, renderMicroversions());
