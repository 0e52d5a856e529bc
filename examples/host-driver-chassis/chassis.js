import { readFileSync } from 'node:fs';

/** @typedef {{ slot: number, cpus: number, memoryMb: number, cards: number, regionsPerCard: number }} Blade */

/**
 * A chassis: one process speaks for all its blades, which a file tells of:
 *
 *   { "blades": [{ "slot": 1, "cpus": 32, "memoryMb": 131072, "cards": 2, "regionsPerCard": 4 }] }
 *
 * Up to version 0 the regions of all cards of a blade were on its root. Now each card has a provider of its own, and to move what is
 * held is a reshape, of which this file does not say a word: it says what a blade looks like.
 *
 * @param {import('@berth/host/drivers/driver-module.ts').DriverSettings} settings
 * @returns {import('@berth/host/driver.ts').Driver}
 */
export function createDriver({ options, tools, warn }) {
  const { file, name = 'chassis' } = options;
  if (typeof file !== 'string')
    throw new Error("option 'file' is the path of the file that lists the blades");
  if (typeof name !== 'string') throw new Error("option 'name' is a text");
  /** @param {Blade} blade */
  const nodeOf = (blade) => `${name}-blade${blade.slot}`;

  return {
    async nodes() {
      const chassisUuid = tools.nodeUuid();
      return readBlades(file).map((blade) => ({
        uuid: tools.childUuid(chassisUuid, nodeOf(blade)),
        name: nodeOf(blade),
      }));
    },

    async updateProviderTree(tree, nodename, allocations) {
      const blade = readBlades(file).find((each) => nodeOf(each) === nodename);
      if (blade === undefined) throw new Error(`there is no blade for ${nodename} in ${file}`);
      if (blade.cards === 0) warn(`${nodename} has no cards`);
      tools.applyPicture(tree, nodename, pictureOf(blade, nodename), rules, allocations);
    },

    capabilityTraits() {
      return new Map();
    },
  };
}

export default createDriver;

/**
 * @param {string} file
 * @returns {readonly Blade[]}
 */
function readBlades(file) {
  return JSON.parse(readFileSync(file, 'utf8')).blades;
}

/**
 * @param {Blade} blade
 * @param {string} name
 * @returns {import('@berth/host/drivers/reshape/picture.ts').Picture}
 */
function pictureOf({ cpus, memoryMb, cards, regionsPerCard }, name) {
  const root = {
    name,
    parent: null,
    inventories: { VCPU: inventory(cpus, 4), MEMORY_MB: inventory(memoryMb) },
    traits: [],
  };
  const children = Array.from({ length: cards }, (_, index) => ({
    name: `${name}_card${index}`,
    parent: name,
    inventories: { FPGA: inventory(regionsPerCard) },
    traits: ['CUSTOM_FPGA_CARD'],
  }));
  return [root, ...children];
}

/** @param {number} total */
function inventory(total, allocationRatio = 1) {
  return { total, reserved: 0, minUnit: 1, maxUnit: total, stepSize: 1, allocationRatio };
}

const classes = new Set(['VCPU', 'MEMORY_MB', 'FPGA']);

/**
 * Each class is only ever held as itself, and goes only when nobody holds it.
 *
 * @type {import('@berth/host/drivers/reshape/picture.ts').PictureRules}
 */
const rules = {
  familyOf: (resourceClass) => (classes.has(resourceClass) ? resourceClass : null),
  classFor: (_consumer, held, offered) => (offered.has(held) ? held : null),
  mayGo: () => false,
  isOwnTrait: (trait) => trait === 'CUSTOM_FPGA_CARD',
};
