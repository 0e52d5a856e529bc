import { pythonInteger } from '../python/python-integer.ts';
import { agreedWord, disagreement } from './agreement.ts';
import { maxphysaddrModePair, secureBootPair, tpmModelPair, tpmVersionPair, usbModelPair } from './pairs.ts';
import { extraSpec, imageInteger, type Report, type Server, unclear, warn } from './server.ts';

/** What nobody looks at before a host is looked for, or before the server is on its host. */
export function noticedLater(server: Server): void {
  wantedTpm(server, warn);
  agreedWord(server, secureBootPair, warn);
  agreedWord(server, maxphysaddrModePair, warn);
  agreedWord(server, usbModelPair, warn);
  redirectedUsbPorts(server);
  videoRam(server);
}

/** Without a version there is no TPM, whatever the model; null also where it cannot be told which one is meant. */
export function wantedTpm(
  server: Server,
  report: Report,
): { readonly version: string; readonly model: string } | null {
  const version = agreedWord(server, tpmVersionPair, report);
  if (version === null) return null;
  const model = agreedWord(server, tpmModelPair, report) ?? 'tpm-tis';
  if (model === 'tpm-crb' && version !== unclear && version !== '2.0') {
    report(server, {
      rule: 'tpm-model-needs-version',
      key: extraSpec(server, tpmModelPair.extraSpec) ? tpmModelPair.extraSpec : tpmModelPair.property,
      value: model,
      text: 'TPM model CRB is only valid with TPM version 2.0.',
      suggestion: 'tpm-tis',
    });
    return null;
  }
  return version === unclear || model === unclear ? null : { version, model };
}

function redirectedUsbPorts(server: Server): void {
  const key = 'hw:redirected_usb_ports';
  const property = 'hw_redirected_usb_ports';
  const typed = extraSpec(server, key);
  const ofImage = imageInteger(server, property);
  if (typed === null || ofImage === null || ofImage === unclear) return;
  const ofFlavor = pythonInteger(typed);
  if (ofFlavor === null || ofFlavor === ofImage) return;
  warn(server, {
    rule: 'redirected-usb-ports-conflict',
    key: property,
    value: String(ofImage),
    text: disagreement(server, key, String(ofFlavor), property, `${ofImage}.`),
  });
}

/** A flavor that sets no limit allows none. */
function videoRam(server: Server): void {
  const key = 'hw_video:ram_max_mb';
  const property = 'hw_video_ram';
  const wanted = imageInteger(server, property);
  if (wanted === null || wanted === unclear) return;
  const most = pythonInteger(extraSpec(server, key) ?? '0');
  if (most === null || wanted <= most) return;
  warn(server, {
    rule: 'video-ram-too-high',
    key: property,
    value: String(wanted),
    text: `The requested amount of video memory ${wanted} is higher than the maximum allowed by flavor ${most}.`,
    suggestion: String(most),
  });
}
