import { z } from 'zod';
import type { NeededPermission } from '../../../core/admins/roles.ts';
import { type Call, problemCodesOf } from '../../../core/call.ts';
import { findField } from '../../../core/companies/fields.ts';
import { isOfScope, OWN_VALUES, type OwnScope } from '../../../core/companies/own-descriptors.ts';
import { isLocal, ownFields, ownName } from '../../../core/companies/own-fields.ts';
import { DEFAULT_LANGUAGE } from '../../../core/languages.ts';
import { nameIn } from '../../../core/localized.ts';
import { PROBLEM_REASONS, PROBLEM_STATUS } from '../../../core/problem.ts';
import { problemDetailSchema, VALUES_OF_TODAY } from '../../../core/schemas.ts';

type JsonSchema = Record<string, unknown>;

/** By media type. */
export type MediaTypes = Record<string, { schema: JsonSchema }>;

export interface OpenApi {
  openapi: string;
  info: { title: string; version: string; description: string };
  servers: { url: string }[];
  tags: { name: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: JsonSchema;
}

interface OpenApiHeader {
  description: string;
  required: boolean;
  schema: JsonSchema;
}

const RETRY_AFTER_HEADER: OpenApiHeader = {
  description: 'Seconds until it can be tried again.',
  required: true,
  schema: { type: 'integer', minimum: 1 },
};

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  parameters: {
    name: string;
    in: 'path' | 'query';
    required: boolean;
    description?: string;
    schema: JsonSchema;
  }[];
  requestBody?: { required: boolean; content: MediaTypes };
  responses: Record<
    string,
    { description: string; headers?: Record<string, OpenApiHeader>; content?: MediaTypes }
  >;
  security?: Record<string, string[]>[];
  /** What an administrator's role has to allow. */
  'x-permission'?: string;
  /** Whether it can ask an administrator to confirm the identity again. */
  'x-asks-again'?: boolean;
}

/** The OpenAPI 3.1 description, from the same schemas that validate. */
export function openApi(
  calls: readonly Call[],
  options: { title: string; url: string; version: string },
): OpenApi {
  const paths: OpenApi['paths'] = {};
  for (const call of calls) {
    const path = call.path.replace(/:(\w+)/g, '{$1}');
    paths[path] ??= {};
    paths[path][call.method.toLowerCase()] = operation(call);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: `${options.title} API`,
      version: options.version,
      description:
        'Requests and answers are JSON unless a call says otherwise. Errors carry a code; see the schema Problem. Every answer has X-Request-Id: that of the request where it is 1 to 64 letters, digits, hyphens and underscores, else a new one.',
    },
    servers: [{ url: `${options.url}/api` }],
    tags: [...new Set(calls.map((call) => call.tag))].map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        user: { type: 'http', scheme: 'bearer', description: 'The token that a log-in returns.' },
        admin: { type: 'http', scheme: 'bearer', description: "An administrator's session token." },
      },
      schemas: {
        Problem: {
          type: 'object',
          required: ['error', 'message', 'code', 'request_id'],
          properties: {
            error: { type: 'string' },
            message: { type: 'string', description: 'The same as error.' },
            code: { type: 'string', enum: Object.keys(PROBLEM_STATUS) },
            request_id: { type: 'string', description: 'The X-Request-Id of the answer.' },
            reason: {
              type: 'string',
              enum: [...PROBLEM_REASONS],
              description: 'Why, where the code alone does not say.',
            },
            details: { type: 'array', items: jsonSchema(problemDetailSchema, 'output') },
          },
        },
      },
    },
  };
}

function operation(call: Call): Operation {
  const parameters = (['params', 'query'] as const).flatMap((part) => {
    const schema = call[part] && jsonSchema(call[part], 'input');
    const required = (schema?.['required'] as string[] | undefined) ?? [];
    return Object.entries((schema?.['properties'] as Record<string, JsonSchema> | undefined) ?? {}).map(
      ([name, property]) => ({
        name,
        in: part === 'params' ? ('path' as const) : ('query' as const),
        required: part === 'params' || required.includes(name),
        schema: property,
      }),
    );
  });
  const responses: Operation['responses'] = {
    [call.status ?? 200]: {
      description: 'Success',
      content: content(jsonSchema(call.answer, 'output'), call.answerType),
    },
  };
  for (const code of problemCodesOf(call)) {
    const status = String(PROBLEM_STATUS[code]);
    const known = responses[status]?.description;
    responses[status] = {
      description: known ? `${known}, ${code}` : code,
      ...(code === 'rate_limited' ? { headers: { 'Retry-After': RETRY_AFTER_HEADER } } : {}),
      content: content({ $ref: '#/components/schemas/Problem' }),
    };
  }
  return {
    operationId: call.name,
    tags: [call.tag],
    summary: call.summary,
    parameters,
    ...(call.body
      ? {
          requestBody: {
            required: !call.body.safeParse(undefined).success,
            content: content(jsonSchema(call.body, 'input'), call.bodyType),
          },
        }
      : {}),
    responses,
    ...(call.access === 'public' ? {} : { security: [{ [call.access]: [] }] }),
    ...(call.access === 'admin'
      ? { 'x-permission': permissionText(call.permission), 'x-asks-again': call.fresh !== undefined }
      : {}),
  };
}

/** What an administrator has to be allowed to do; by a parameter as `verify: users.write, ...`. */
function permissionText(needed: NeededPermission): string {
  if (typeof needed === 'string') return needed;
  return Object.entries(needed.of)
    .map(([value, permission]) => `${value}: ${permission}`)
    .join(', ');
}

function content(schema: JsonSchema, type = 'application/json'): MediaTypes {
  return { [type]: { schema } };
}

/** The public fields that the directory defines, each with its own schema. */
function ownProperties(scope: OwnScope, io: 'input' | 'output'): JsonSchema {
  const names = ownFields().filter(({ access }) => access === 'public');
  const properties = names.flatMap((field) => {
    const known = isOfScope(field, scope)
      ? findField(ownName(field.id), isLocal(field) ? 'en' : null)
      : undefined;
    if (!known) return [];
    const of = jsonSchema(io === 'input' ? known.schema : known.answer, io);
    return [[field.id, { ...of, description: nameIn(field.names, DEFAULT_LANGUAGE) }]];
  });
  return { properties: Object.fromEntries(properties) };
}

function jsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: 'any',
    cycles: 'ref',
    override: ({ zodSchema, jsonSchema }) => {
      const values = VALUES_OF_TODAY.get(zodSchema);
      if (values) jsonSchema.enum = [...values()];
      const scope = OWN_VALUES.get(zodSchema);
      if (scope) Object.assign(jsonSchema, ownProperties(scope, io));
    },
  });
  return rest;
}
