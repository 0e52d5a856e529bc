import { badRequest, HttpError, notFound, unavailable } from '@berth/api-kit/http-error.ts';
import { noContent } from '@berth/api-kit/endpoint.ts';
import { isObject } from '@berth/api-kit/json/json-type.ts';
import { expecting, logIn } from '../../login/log-in.ts';
import { takeAuth } from '../../login/auth-body.ts';
import type { GoodToken } from '../../tokens/judge-token.ts';
import { newestKey, sealToken } from '../../tokens/seal-token.ts';
import { expiredWindowMs, goodToken } from '../../tokens/token-verdict.ts';
import { booleanOf } from '../boolean-of.ts';
import { endpoint, type IdentityContext, json } from '../endpoint.ts';
import { tokenView } from './token-view.ts';

const path = '/v3/auth/tokens';

/** Logs in. Nothing is written: a token says all that has to be known of it. */
export const issueToken = endpoint({
  route: `POST ${path}`,
  policy: null,
  input: (sent) => {
    const auth = isObject(sent) ? sent['auth'] : undefined;
    if (auth === undefined || auth === null) throw badRequest(expecting('auth', 'request body'));
    return takeAuth(auth);
  },
  run: async (context, _found, auth) => {
    const { app } = context;
    const token = await logIn(app.gate, auth);
    const key = newestKey(app.identity);
    if (key === null) throw unavailable('There is no key for tokens yet.');
    return json(
      201,
      { token: tokenView(context, token) },
      { headers: { 'x-subject-token': sealToken(key, token.claims) } },
    );
  },
});

/** What others ask about their callers; everybody may ask about themselves. */
export const validateToken = endpoint({
  route: `GET ${path}`,
  find: (context) => subjectOf(context),
  policy: 'identity:validate_token',
  target: (_asked, subject: Subject) => targetOf(subject),
  run: (context, subject: Subject) => answerTo(context, subject),
});

export const checkToken = endpoint({
  route: `HEAD ${path}`,
  find: (context) => subjectOf(context),
  policy: 'identity:check_token',
  target: (_asked, subject: Subject) => targetOf(subject),
  run: (context, subject: Subject) => answerTo(context, subject),
});

export const revokeToken = endpoint({
  route: `DELETE ${path}`,
  find: (context) => subjectOf(context),
  policy: 'identity:revoke_token',
  target: (_asked, subject: Subject) => targetOf(subject),
  run: ({ app, now }, subject: Subject) => {
    const { claims, user } = goodSubject(subject);
    const [id = ''] = claims.auditIds;
    const revocation = { id, userId: user.id, expiresAt: claims.expiresAt + expiredWindowMs };
    return app.commit({ kind: 'revoke-token', revocation, now }, () => noContent);
  },
});

/** The token that is asked about; `good` is null where it is none. */
type Subject = { readonly text: string; readonly good: GoodToken | null } | null;

function subjectOf({ app, headers, query, now }: IdentityContext): Subject {
  const text = headers['x-subject-token'];
  if (text === undefined) return null;
  const allowsExpired = booleanOf(query.last('allow_expired') ?? '', false);
  const good = goodToken(app.identity, text, now, allowsExpired);
  // What is none is so to everybody: there is nobody whose it could be.
  if (good === null) throw notFound('Failed to validate token');
  return { text, good };
}

function targetOf(subject: Subject): Record<string, string> {
  return subject?.good ? { 'target.token.user_id': subject.good.user.id } : {};
}

function goodSubject(subject: Subject): GoodToken {
  if (!subject?.good) throw notFound('No token in the request');
  return subject.good;
}

function answerTo(context: IdentityContext, subject: Subject) {
  const good = goodSubject(subject);
  return json(
    200,
    { token: tokenView(context, good) },
    { headers: { 'x-subject-token': subject?.text ?? '' } },
  );
}

/** That who has no scope has no catalog. */
export const noCatalog = () => new HttpError(403, 'You are not authorized to perform the requested action.');
