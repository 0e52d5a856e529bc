import { type Answer, noContent } from '@berth/api-kit/endpoint.ts';
import { badRequest } from '@berth/api-kit/http-error.ts';
import { firstViolation } from '@berth/api-kit/json/first-violation.ts';
import { compileRules } from '@berth/api-kit/json/keywords.ts';
import { taggableServer, tagsMax } from '@berth/compute-engine/servers/change-tags.ts';
import { assert } from '@berth/engine/assert.ts';
import { base, type ComputeContext, endpoint, json } from '../endpoint.ts';
import { selfHref } from '../links.ts';
import { novaVocabulary } from '../nova-vocabulary.ts';
import { takenBody } from '../taken-body.ts';
import { serverNotFound, targetOf } from './find-server.ts';
import { findTagged } from './one-server.ts';
import { tag as tagSchema } from './server-fragments.ts';

const path = `${base}/servers/{server_id}/tags`;

const tagsBody = takenBody<{ readonly tags: readonly string[] }>({
  type: 'object',
  properties: { tags: { type: 'array', items: tagSchema, maxItems: tagsMax } },
  required: ['tags'],
  additionalProperties: false,
});

/** Nothing is sent with it. */
const noBody = takenBody<null>({ type: 'null' });

export const replaceTags = endpoint({
  route: `PUT ${path}`,
  since: '2.26',
  input: tagsBody,
  find: findTagged,
  policy: 'os_compute_api:os-server-tags:update_all',
  target: targetOf,
  run: (context, { id }, { tags }) =>
    context.app.commit({ kind: 'set-tags', id, tags }, ({ compute }) => {
      const server = compute.servers.get(id);
      assert(server, 'a server that was written is there');
      return json(200, { tags: server.tags });
    }),
});

export const addTag = endpoint({
  route: `PUT ${path}/{tag}`,
  since: '2.26',
  input: noBody,
  find: findTagged,
  policy: 'os_compute_api:os-server-tags:update',
  target: targetOf,
  run: (context, { id, deletedAt }) => {
    if (deletedAt !== null) throw serverNotFound(context);
    const tag = tagIn(context);
    // What the server is counts before what the tag is, and again when it is decided.
    taggableServer(context.app.cloud.compute, id, 'update tag');
    checkTag(tag);
    return context.app.commit({ kind: 'add-tag', id, tag }, (_cloud, changes): Answer => {
      if (changes.length === 0) return plain(noContent);
      const location = selfHref(context, `servers/${id}/tags/${encodeURIComponent(tag)}`);
      return plain({ status: 201, headers: { location } });
    });
  },
});

export const removeTag = endpoint({
  route: `DELETE ${path}/{tag}`,
  since: '2.26',
  find: findTagged,
  policy: 'os_compute_api:os-server-tags:delete',
  target: targetOf,
  run: (context, { id }) =>
    context.app.commit({ kind: 'remove-tag', id, tag: tagIn(context) }, () => noContent),
});

export const removeTags = endpoint({
  route: `DELETE ${path}`,
  since: '2.26',
  find: findTagged,
  policy: 'os_compute_api:os-server-tags:delete_all',
  target: targetOf,
  run: (context, { id }) => context.app.commit({ kind: 'remove-tags', id }, () => noContent),
});

/** Those of the original that are made by hand are of another type. */
function plain(answer: Answer): Answer {
  const contentType = 'text/html; charset=UTF-8';
  return { ...answer, contentType, headers: { ...answer.headers, 'content-type': contentType } };
}

const tagRules = compileRules(tagSchema, novaVocabulary);

function checkTag(tag: string): void {
  if (tagRules.areKept(tag)) return;
  const { message } = firstViolation(tagRules, tag);
  throw badRequest(
    `Tag '${tag}' is invalid. It must be a non empty string without characters '/' and ','. Validation error message: ${message()}`,
  );
}

function tagIn({ params }: Pick<ComputeContext, 'params'>): string {
  return params['tag'] as string; // The path has it.
}
