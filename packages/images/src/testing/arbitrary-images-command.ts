import fc from 'fast-check';
import type { ImagesCommand } from '../domain/decide.ts';
import { type ImageId, memberStatuses, visibilities } from '../domain/image.ts';

const uuid = (digit: number) => `00000000-0000-4000-8000-00000000000${digit}`;
const id = fc.integer({ min: 1, max: 3 }).map((digit) => uuid(digit) as ImageId);
/** Few, so that some are those that are under way. */
const uploadId = fc.integer({ min: 4, max: 6 }).map(uuid);
const projectId = fc.constantFrom('aa', 'bb');
const tag = fc.constantFrom('t', 'u', '__proto__');
const key = fc.constantFrom('hw_a', 'constructor', '__proto__', '');
const now = fc.integer({ min: 1, max: 9 });
const format = fc.constantFrom('raw', 'qcow2', null);
const properties = fc.dictionary(fc.constantFrom('hw_a', 'constructor', ''), fc.constantFrom('1', '2'), {
  noNullPrototype: true,
});

/** Something that is asked of few images by few projects, so that it happens that it can be done. */
export function arbitraryImagesCommand(): fc.Arbitrary<ImagesCommand> {
  return fc.oneof(
    fc.record({
      kind: fc.constant('create-image' as const),
      id,
      described: fc.record({
        name: fc.constantFrom('n', null),
        visibility: fc.constantFrom(...visibilities),
        owner: fc.option(projectId),
        isProtected: fc.boolean(),
        isHidden: fc.boolean(),
        minMemoryMb: fc.nat(5),
        minDiskGb: fc.nat(5),
        diskFormat: format,
        containerFormat: fc.constantFrom('bare', null),
        tags: fc.array(tag, { maxLength: 3 }),
        properties,
      }),
      sharedWith: fc.uniqueArray(projectId),
      imagesMax: fc.constant(3),
      now,
    }),
    fc.record({
      kind: fc.constant('update-image' as const),
      id,
      edits: fc.array(
        fc.oneof(
          fc.record({
            kind: fc.constant('set-property' as const),
            key,
            value: fc.constantFrom('1', '2'),
            was: fc.constantFrom('there' as const, 'missing' as const, 'either' as const),
          }),
          fc.record({ kind: fc.constant('remove-property' as const), key }),
          fc.record({
            kind: fc.constant('set-field' as const),
            field: fc.constant('visibility' as const),
            value: fc.constantFrom(...visibilities),
          }),
          fc.record({
            kind: fc.constant('set-field' as const),
            field: fc.constant('isProtected' as const),
            value: fc.boolean(),
          }),
          fc.record({
            kind: fc.constant('set-field' as const),
            field: fc.constant('diskFormat' as const),
            value: format,
          }),
          fc.record({
            kind: fc.constant('set-field' as const),
            field: fc.constant('tags' as const),
            value: fc.array(tag),
          }),
        ),
        { maxLength: 3 },
      ),
      now,
    }),
    fc.record({ kind: fc.constant('delete-image' as const), id }),
    fc.record({ kind: fc.constant('begin-upload' as const), id, uploadId, now }),
    fc.record({
      kind: fc.constant('finish-upload' as const),
      id,
      // It is stored as it is, and what is loaded has a prototype.
      content: fc.record(
        {
          fileId: uploadId,
          sizeBytes: fc.nat(9),
          virtualBytes: fc.option(fc.nat(9)),
          md5: fc.constant('0'.repeat(32)),
          sha512: fc.constant('0'.repeat(128)),
        },
        { noNullPrototype: true },
      ),
      allBytesMax: fc.constant(15),
      now,
    }),
    fc.record({ kind: fc.constant('abandon-upload' as const), id, uploadId, now }),
    fc.record({
      kind: fc.constant('set-image-activity' as const),
      id,
      change: fc.constantFrom('deactivate' as const, 'reactivate' as const),
      now,
    }),
    fc.record({ kind: fc.constantFrom('add-image-tag' as const, 'remove-image-tag' as const), id, tag, now }),
    fc.record({ kind: fc.constant('add-image-member' as const), id, projectId, now }),
    fc.record({
      kind: fc.constant('set-member-status' as const),
      id,
      projectId,
      status: fc.constantFrom(...memberStatuses),
      now,
    }),
    fc.record({ kind: fc.constant('remove-image-member' as const), id, projectId }),
  );
}
