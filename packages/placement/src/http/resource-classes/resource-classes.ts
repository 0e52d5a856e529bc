import { noContent } from '@berth/api-kit/endpoint.ts';
import { badRequest, conflict } from '@berth/api-kit/http-error.ts';
import { pythonRepr } from '@berth/api-kit/json/python-text.ts';
import { compileSchema } from '@berth/api-kit/json/schema.ts';
import type { ClassName, Instant } from '@berth/engine/ids.ts';
import { refuse } from '@berth/engine/refusals.ts';
import type { ResourceClass } from '@berth/engine/resource-class.ts';
import { body } from '../body.ts';
import { json, read, write } from '../endpoints.ts';
import { customName, object } from '../fragments.ts';
import { madeWhileSent, manyItems } from '../made-while-sent.ts';
import { classNameIn } from '../params.ts';
import { newest } from '../last-modified.ts';
import { versions } from '../versions.ts';

const schema = object({ name: { type: 'string', pattern: customName, maxLength: 255 } }, ['name']);
const nameBody = versions.ladder(['1.2', body(schema, raiseName)]);
const violation = compileSchema(schema);

function raiseName({ name }: { readonly name: string }): ClassName {
  refuseLineFeed(name);
  return name as ClassName;
}

/** Python's `$` lets a final line feed pass, and neither a location header nor a candidate could name such a class. */
function refuseLineFeed(name: string): void {
  if (!name.endsWith('\n')) return;
  throw badRequest(`JSON does not validate: ${pythonRepr(name)} does not match ${pythonRepr(customName)}`);
}

const wireClass = (name: ClassName, prefix: string) => ({
  name,
  links: [{ rel: 'self', href: `${prefix}/resource_classes/${name}` }],
});
const classChangedAt = ({ updatedAt, createdAt }: ResourceClass, now: Instant) =>
  updatedAt ?? createdAt ?? now;

export const listResourceClasses = read({
  route: 'GET /resource_classes',
  since: '1.2',
  gives: 'json',
  policy: 'placement:resource_classes:list',
  answer: ({ world, prefix, now }) => {
    const classes = [...world.classes.values()].sort((a, b) => a.order - b.order);
    const lastModified = newest(classes, (each) => classChangedAt(each, now));
    if (classes.length <= manyItems)
      return json({ resource_classes: classes.map(({ name }) => wireClass(name, prefix)) }, { lastModified });
    const encode = ({ name }: ResourceClass) => JSON.stringify(wireClass(name, prefix));
    const body = madeWhileSent('{"resource_classes":[', classes, encode, ']}');
    return { status: 200, body, lastModified };
  },
});

export const postResourceClass = write({
  route: 'POST /resource_classes',
  since: '1.2',
  policy: 'placement:resource_classes:create',
  body: nameBody,
  command: ({ input, now }) => ({ kind: 'add-class', name: input, mayExist: false, now }),
  reply: ({ input }) => ({ status: 201, location: `/resource_classes/${input}` }),
});

export const getResourceClass = read({
  route: 'GET /resource_classes/{name}',
  since: '1.2',
  gives: 'json',
  policy: 'placement:resource_classes:show',
  answer: (context) => {
    const name = classNameIn(context);
    const resourceClass = context.world.classes.get(name) ?? refuse({ kind: 'class-not-found', name });
    return json(wireClass(name, context.prefix), {
      lastModified: classChangedAt(resourceClass, context.now),
    });
  },
});

/** Until 1.6 PUT gives a class another name. */
export const renameResourceClass = write({
  route: 'PUT /resource_classes/{name}',
  since: '1.2',
  until: '1.6',
  policy: 'placement:resource_classes:update',
  body: nameBody,
  command: (context) => ({
    kind: 'rename-class',
    name: classNameIn(context),
    newName: context.input,
    now: context.now,
  }),
  reply: ({ input, prefix }) => json(wireClass(input, prefix)),
  words: {
    'class-exists': ({ name }) => conflict(`Resource class already exists: ${name}`),
    'class-is-standard': ({ name }) => badRequest(`Cannot update standard resource class ${name}`),
  },
});

/** From 1.7 on PUT makes sure that a class is there. */
export const putResourceClass = write({
  route: 'PUT /resource_classes/{name}',
  since: '1.7',
  policy: 'placement:resource_classes:update',
  before: (context) => {
    const wrong = violation({ name: classNameIn(context) });
    if (wrong !== null) throw badRequest(`JSON does not validate: ${wrong}`);
    refuseLineFeed(classNameIn(context));
  },
  command: (context) => ({
    kind: 'add-class',
    name: classNameIn(context),
    mayExist: true,
    now: context.now,
  }),
  reply: (outcome) => ({
    status: outcome.changes.length > 0 ? 201 : 204,
    location: `/resource_classes/${classNameIn(outcome)}`,
  }),
});

export const deleteResourceClass = write({
  route: 'DELETE /resource_classes/{name}',
  since: '1.2',
  policy: 'placement:resource_classes:delete',
  command: (context) => ({ kind: 'remove-class', name: classNameIn(context) }),
  reply: () => noContent,
});
