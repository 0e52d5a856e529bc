import { pythonInteger } from '../python/python-integer.ts';
import { extraSpec, imageInteger, refuse, type Server, unclear } from './server.ts';

/** The image may ask for fewer serial ports than the flavor has, not for more. */
export function serialPorts(server: Server): void {
  const extraSpecKey = 'hw:serial_port_count';
  const property = 'hw_serial_port_count';
  const typed = extraSpec(server, extraSpecKey);
  if (typed === null || typed === '') return;
  const ofFlavor = pythonInteger(typed);
  if (ofFlavor === null) {
    refuse(server, {
      rule: 'image-serial-port-number-invalid',
      key: extraSpecKey,
      value: typed,
      text: `Number of serial ports specified in flavor is invalid: expected an integer, got '${typed}'`,
    });
    return;
  }
  const ofImage = imageInteger(server, property);
  // A flavor with 0 ports sets no limit.
  if (ofImage === unclear || !ofImage || ofFlavor === 0n || ofImage <= ofFlavor) return;
  refuse(server, {
    rule: 'image-serial-port-number-exceed-flavor-value',
    key: property,
    value: String(ofImage),
    text: 'Forbidden to exceed flavor value of number of serial ports passed in image meta.',
    suggestion: String(ofFlavor),
  });
}
