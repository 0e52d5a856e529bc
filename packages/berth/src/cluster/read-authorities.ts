import { X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';

/** A file with certificates of authorities (PEM), looked at here: TLS would take one without any and then trust nobody. */
export function readAuthorities(path: string): string {
  let text: string;
  try {
    text = readFileSync(path, 'utf8');
  } catch (error) {
    throw new Error(`cannot read --cluster-ca ${path}: ${messageOf(error)}`, { cause: error });
  }
  const certificates = text.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];
  if (certificates.length === 0) throw new Error(`--cluster-ca ${path} has no certificate (PEM) in it`);
  for (const certificate of certificates) {
    const problem = problemOf(certificate);
    if (problem !== null)
      throw new Error(`--cluster-ca ${path} has a certificate that cannot be read: ${problem}`);
  }
  return text;
}

function problemOf(certificate: string): string | null {
  try {
    // One that has signed itself need not call itself an authority.
    return new X509Certificate(certificate).subject === undefined ? 'it has no subject' : null;
  } catch (error) {
    return messageOf(error);
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
