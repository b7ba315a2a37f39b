import { z } from 'zod'
import { platformCode } from '../domain/platform.ts'
import { errorCatalogue, type ErrorName } from '../domain/errors.ts'
import type { Caller, Endpoint } from './endpoint.ts'
import { endpoints } from './endpoints.ts'

const security: Record<Caller, Record<string, string[]>[]> = {
  anyone: [],
  referrer: [{ userSession: [] }],
  recipient: [{ recipientToken: [] }],
  reward: [{ rewardToken: [] }],
  agency: [{ agencySession: [] }],
  'sales-partner': [{ salesPartnerSession: [] }],
  'api-key': [{ apiKey: [] }],
  operator: [{ operatorToken: [] }],
  'referrer-or-reward': [{ userSession: [] }, { rewardToken: [] }],
}

const always: ErrorName[] = [
  'technical-error',
  'unavailable',
  'validation',
  'not-accepted',
  'unknown-tenant',
  'too-many-requests',
]

type Json = Record<string, unknown>

/** The OpenAPI 3.1 document of all endpoints, in wire names. */
export function openApiDocument(version: string): Json {
  const paths: Record<string, Json> = {}
  const responses: Record<string, Json> = {}
  for (const endpoint of Object.values(endpoints) as unknown as Endpoint[]) {
    const path = pathOf(endpoint).replace(/:([A-Za-z]+)/g, '{$1}')
    paths[path] = {
      ...paths[path],
      [endpoint.method.toLowerCase()]: operation(endpoint, responses),
    }
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Zuspruch',
      version,
      description:
        'Referral programme API. Every state-changing call needs the header X-Requested-With. ' +
        'Language of texts by Accept-Language (de, en). Only session failures answer 401.',
    },
    servers: [{ url: '/' }],
    paths,
    components: {
      securitySchemes: {
        userSession: {
          type: 'http',
          scheme: 'bearer',
          description: 'Token of POST /account/login; X-Authorization works too',
        },
        recipientToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'Token of POST /empfaenger/create',
        },
        rewardToken: { type: 'http', scheme: 'bearer', description: 'Token of a reward mail' },
        agencySession: {
          type: 'http',
          scheme: 'bearer',
          description:
            'Token of POST /agentur-konto/login or PUT /agentur/sso; X-Authorization works too',
        },
        salesPartnerSession: {
          type: 'http',
          scheme: 'bearer',
          description: 'Token of POST /verkaufspartner/login; X-Authorization works too',
        },
        apiKey: { type: 'http', scheme: 'bearer', description: 'Key of "cli api-key create"' },
        operatorToken: {
          type: 'http',
          scheme: 'bearer',
          description: 'Token made in the console; its calls answer on the console’s host alone',
        },
      },
      schemas: { Error: errorSchema },
      responses,
    },
  }
}

const pathOf = ({ name, path, console }: Endpoint) =>
  name === 'showTenant'
    ? '/api/v1/mandant/:tenant'
    : `/api/v1/${console === 'platform' ? platformCode : ':tenant'}${path}`

const errorSchema = {
  type: 'object',
  required: ['ErrorCode', 'Message', 'Fields', 'RequestId'],
  properties: {
    ErrorCode: { type: 'string', pattern: '^PSOF\\d{4}$' },
    Message: { type: 'string' },
    Fields: {
      type: 'array',
      items: {
        type: 'object',
        required: ['Field', 'Message'],
        properties: { Field: { type: 'string' }, Message: { type: 'string' } },
      },
    },
    Details: { type: 'object' },
    RequestId: { type: 'string' },
  },
}

/** @param refusals error responses by code, shared in the document */
function operation(endpoint: Endpoint, refusals: Record<string, Json>): Json {
  const status = String(endpoint.status ?? 200)
  const byStatus = new Map<string, ErrorName[]>()
  for (const name of new Set([...endpoint.errors, ...always])) {
    const code = String(errorCatalogue[name].status)
    byStatus.set(code, [...(byStatus.get(code) ?? []), name])
  }
  return {
    operationId: endpoint.name,
    summary: endpoint.summary,
    tags: [endpoint.path.split('/')[1]],
    security: security[endpoint.caller],
    parameters: parameters(endpoint),
    ...(endpoint.body
      ? {
          requestBody: {
            required: true,
            content: {
              'application/json': { schema: wire(endpoint.documentedBody ?? endpoint.body) },
            },
          },
        }
      : {}),
    responses: {
      [status]: {
        description: 'Done',
        ...(endpoint.file ? { content: { [endpoint.file]: {} } } : {}),
        ...(endpoint.answer
          ? { content: { 'application/json': { schema: wire(endpoint.answer) } } }
          : {}),
      },
      ...Object.fromEntries(
        [...byStatus].toSorted().map(([code, names]) => {
          const key = names.map((name) => errorCatalogue[name].code).join('-')
          refusals[key] ??= refusal(names)
          return [code, { $ref: `#/components/responses/${key}` }]
        }),
      ),
    },
  }
}

const refusal = (names: ErrorName[]): Json => ({
  description: names
    .map((name) => `${errorCatalogue[name].code} ${errorCatalogue[name].en}`)
    .join('\n\n'),
  content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
})

function parameters(endpoint: Endpoint): Json[] {
  const found: Json[] = []
  const properties = (schema: z.ZodType | undefined) =>
    Object.entries(
      ((schema ? wire(schema) : {}) as { properties?: Record<string, Json> }).properties ?? {},
    )
  for (const name of pathOf(endpoint).match(/:([A-Za-z]+)/g) ?? []) {
    found.push({ name: name.slice(1), in: 'path', required: true, schema: { type: 'string' } })
  }
  for (const [name, schema] of properties(endpoint.query)) {
    found.push({ name, in: 'query', required: false, schema })
  }
  if (endpoint.method !== 'GET') {
    found.push({
      name: 'X-Requested-With',
      in: 'header',
      required: true,
      schema: { type: 'string' },
    })
  }
  if (endpoint.idempotent) {
    found.push({
      name: 'Idempotency-Key',
      in: 'header',
      required: false,
      schema: { type: 'string', maxLength: 200 },
    })
  }
  return found
}

function wire(schema: z.ZodType): Json {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  }) as Json
  return rest
}
