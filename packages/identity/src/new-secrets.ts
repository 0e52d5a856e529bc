import { randomBytes } from 'node:crypto';

/** An id that nothing has, as clients know them: 32 hexadecimal digits. */
export const newHexId = () => randomBytes(16).toString('hex');

/** What a token is known by, where it may not be told: 22 letters. */
export const newAuditId = () => randomBytes(16).toString('base64url');

/** The secret of an application credential for which none was chosen. */
export const newSecret = () => randomBytes(48).toString('base64url');

/** The first administrator's. */
export const newPassword = () => randomBytes(12).toString('base64url');
