/**
 * How a flavor asks the accelerator service for boards, and for what is to run on them.
 *
 * @type {import('@berth/extra-specs/definitions/definition.ts').Namespace}
 */
const fpga = {
  name: 'fpga',
  description:
    'FPGA boards of the accelerator service: how many a server gets, and what is programmed into their regions.',
  specs: [
    {
      name: 'boards',
      value: { type: 'integer', min: 1, max: 8, description: 'The number of boards.' },
      description: 'How many boards are attached to the server. All of them are of one host.',
      drivers: ['libvirt'],
    },
    {
      name: 'bitstream.{region}',
      parameters: [
        {
          name: 'region',
          pattern: '[0-9]|1[0-5]',
          description: 'The region of the board, counted from 0.',
        },
      ],
      value: {
        type: 'string',
        pattern: '[a-z0-9][a-z0-9-]{0,62}(@[0-9]+(\\.[0-9]+)*)?',
        description: 'The name of the bitstream, and its version if it must be a certain one.',
      },
      description:
        'What is programmed into one region of each board before the server starts: `aes-gcm`, or `aes-gcm@2.1`.',
      drivers: ['libvirt'],
      needs: [{ key: 'fpga:boards' }],
    },
    {
      name: 'function',
      value: { type: 'string', description: 'The name of the function.' },
      description: 'What is programmed into the first region of each board.',
      support: {
        status: 'deprecated',
        since: '1.0.0',
        replacedBy: 'fpga:bitstream.{region}',
        reason: 'Boards have more than one region.',
      },
      drivers: ['libvirt'],
      needs: [{ key: 'fpga:boards' }],
    },
  ],
};

export default fpga;
