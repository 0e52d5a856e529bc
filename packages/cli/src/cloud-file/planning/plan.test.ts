import assert from 'node:assert/strict';
import { test } from 'node:test';
import { emptyCloud, givenCloud, inShort, planned } from '../testing/given-cloud.ts';
import { stateAfter } from '../testing/state-after.ts';

const whole = `
resource_classes: [CUSTOM_FPGA]
traits: [CUSTOM_FAST]
flavors:
  - {name: small, ram: 512, vcpus: 1, disk: 1, extra_specs: {a: b}}
  - {name: mine, id: m, ram: 512, vcpus: 1, disk: 1, public: false, projects: [p1]}
providers:
  - {name: card, parent: shelf, inventories: {CUSTOM_FPGA: {total: 2}}, traits: [CUSTOM_FAST]}
  - name: rack
    aggregates: [aaaaaaaa-0000-4000-8000-000000000001]
    children: [{name: shelf}]
`;

test('what is needed comes first: classes and traits, parents, what hangs on them, flavors', () => {
  assert.deepEqual(inShort(planned(whole, emptyCloud).steps), [
    'create-class CUSTOM_FPGA',
    'create-trait CUSTOM_FAST',
    'create-provider rack',
    'create-provider shelf',
    'create-provider card',
    'set-inventories card',
    'set-traits card',
    'set-aggregates rack',
    'create-flavor small',
    'set-extra-specs small',
    'create-flavor mine',
    'set-flavor-access mine',
  ]);
});

test('a cloud that is as the file says has nothing to be done', () => {
  assert.deepEqual(planned(whole, givenCloud(whole)), { steps: [], problems: [] });
});

test('after any first part of the steps, the rest of them is what there is to do', () => {
  const changed = whole
    .replace('total: 2', 'total: 3')
    .replace('parent: shelf', 'parent: rack')
    .replace('ram: 512', 'ram: 1024')
    .replace('name: small,', 'name: small, id: s,');
  for (const before of [emptyCloud, givenCloud(whole)]) {
    const options = { replacesFlavors: true, prunes: ['providers'] } as const;
    const { steps } = planned(changed, before, options);
    assert.ok(steps.length > 4);
    let state = before;
    for (const [index, step] of steps.entries()) {
      assert.deepEqual(planned(changed, state, options).steps, steps.slice(index));
      state = stateAfter(state, step);
    }
    assert.deepEqual(planned(changed, state, options).steps, []);
  }
});

test('what is not said is left as it is, and an empty list says that there is none', () => {
  const had = givenCloud(whole);
  const said = (rest: string) => inShort(planned(`providers: [{name: card${rest}}]`, had).steps);
  assert.deepEqual(said(''), []);
  assert.deepEqual(said(', traits: []'), ['set-traits card']);
  assert.deepEqual(said(', inventories: {}'), ['set-inventories card']);
  assert.deepEqual(said(', parent: null'), ['update-provider card']);
});

test('fields of an inventory that are not said stay, and contradictions with them are told', () => {
  const had = givenCloud('providers: [{name: a, inventories: {VCPU: {total: 8, reserved: 4}}}]');
  const { steps } = planned('providers: [{name: a, inventories: {VCPU: {total: 16}}}]', had);
  assert.ok(steps[0]?.kind === 'set-inventories');
  assert.deepEqual(steps[0].after['VCPU'], { ...steps[0].before['VCPU'], total: 16 });
  const { problems } = planned('providers: [{name: a, inventories: {VCPU: {total: 2}}}]', had);
  assert.deepEqual(problems, [
    'cloud.yaml:1:37: with what is not said here and stays, reserved is 4, more than the total of 2',
  ]);
});

test('ratios that a database keeps in single precision are the same', () => {
  const file = 'providers: [{name: a, inventories: {VCPU: {total: 8, allocation_ratio: 1.1}}}]';
  const had = givenCloud(file);
  const kept = had.providers.map((each) => ({
    ...each,
    inventories: { VCPU: { ...each.inventories?.['VCPU'], total: 8, allocationRatio: Math.fround(1.1) } },
  }));
  assert.deepEqual(planned(file, { ...had, providers: kept }).steps, []);
});

test('a provider is known by its uuid where that is given, and is renamed then', () => {
  const uuid = 'bbbbbbbb-0000-4000-8000-000000000001';
  const had = givenCloud(`providers: [{name: old, uuid: ${uuid}, children: [{name: below}]}]`);
  const { steps } = planned(
    `providers: [{name: new, uuid: ${uuid}}, {name: below, parent: new}, {name: other, parent: new}]`,
    had,
  );
  assert.deepEqual(inShort(steps), ['update-provider new', 'create-provider other']);
  const taken = planned(`providers: [{name: below, uuid: ${uuid}}]`, had);
  assert.deepEqual(taken.problems, [
    "cloud.yaml:1:13: the name 'below' is that of the provider made for below",
  ]);
  const twice = planned(`providers: [{name: new, uuid: ${uuid}}, {name: old}]`, had);
  assert.deepEqual(twice.problems, [
    `cloud.yaml:1:70: this and the one at cloud.yaml:1:13 are both the provider ${uuid}`,
  ]);
});

test('providers can change places: whatever is above comes first', () => {
  const had = givenCloud('providers: [{name: a, children: [{name: b, children: [{name: c}]}]}]');
  const { steps } = planned(
    'providers: [{name: a, parent: c}, {name: b, parent: a}, {name: c, parent: null}]',
    had,
  );
  // Of b nothing is to be changed: it stays below a.
  assert.deepEqual(inShort(steps), ['update-provider c', 'update-provider a']);
});

test('circles through what only the cloud has, and parents that nobody has, are told', () => {
  const had = givenCloud('providers: [{name: a, children: [{name: b, children: [{name: c}]}]}]');
  assert.deepEqual(planned('providers: [{name: a, parent: c}]', had), {
    steps: [],
    problems: ["cloud.yaml:1:31: these would be below one another: 'a', 'c', 'b'"],
  });
  assert.deepEqual(planned('providers: [{name: d, parent: bb}]', had).problems, [
    "cloud.yaml:1:31: there is no provider 'bb' (did you mean 'b'?)",
  ]);
});

test('classes and traits that neither the cloud nor the file has are told, with what may be meant', () => {
  const file = 'providers: [{name: a, traits: [HW_CPU_X86_AVXX], inventories: {CUSTOM_NEW: {total: 1}}}]';
  assert.deepEqual(planned(file, emptyCloud).problems, [
    "cloud.yaml:1:64: there is no resource class 'CUSTOM_NEW'; a new one is made where 'resource_classes' has it",
    "cloud.yaml:1:32: there is no trait 'HW_CPU_X86_AVXX' (did you mean 'HW_CPU_X86_AVX'?)",
  ]);
});
