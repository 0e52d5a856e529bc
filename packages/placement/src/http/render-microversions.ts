import { writeFileSync } from 'node:fs';
import { routes } from './routes.ts';
import { history } from './versions.ts';

export const microversionsFile = new URL('../../../../docs/microversions.md', import.meta.url);

/** docs/microversions.md: what each version brought, and which endpoints there are since when. */
export function renderMicroversions(): string {
  return `# Microversions

<!-- Rendered from packages/placement/src/http/versions.ts and routes.ts by \`npm run docs\`. Do not edit. -->

A client says which version it speaks with \`OpenStack-API-Version: placement 1.39\`, or \`latest\`; without it the oldest counts.
What a version does not have yet is not there: its paths are 404, its parameters unknown, its fields absent.

| version | what it brought |
| --- | --- |
${history.map(([version, description]) => `| ${version} | ${description} |`).join('\n')}

## Endpoints

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
