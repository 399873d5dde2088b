import type { FastifyServerOptions } from 'fastify';
import type { Env } from '../../env.ts';

/** Takes secrets out of an address before it is logged. */
export function redactUrl(url: string): string {
  return url.replace(/([?&](?:token|code|state|password|key|sessionId|cursor)=)[^&#]*/gi, '$1[redacted]');
}

/** Field names whose values are redacted, in the first three levels of a log entry. */
const SECRET_FIELDS = [
  'authorization',
  'cookie',
  'password',
  'new_password',
  'current_password',
  'currentPassword',
  'newPassword',
  'token',
  'sessionToken',
  'sessionId',
  'claudeApiKey',
  'geminiApiKey',
  'secret',
];

export function loggerOptions(level: Env['LOG_LEVEL']): FastifyServerOptions['logger'] {
  if (level === 'silent') return false;
  return {
    level,
    serializers: {
      req: (request) => ({ method: request.method, url: redactUrl(request.url) }),
      res: (reply) => ({ statusCode: reply.statusCode }),
    },
    redact: {
      paths: SECRET_FIELDS.flatMap((name) => [name, `*.${name}`, `*.*.${name}`, `req.headers["${name}"]`]),
      censor: '[redacted]',
    },
  };
}
