import type { Endpoint } from '../../src/contract/endpoint.ts'
import { openApiDocument } from '../../src/contract/openapi.ts'
import { pathAt } from './operator.ts'

/** A body that fits the schema's types, made from the OpenAPI document. */
export function sample(schema: any): unknown {
  // eslint-disable-line
  if (schema.anyOf) return sample(schema.anyOf[0])
  if (schema.enum) return schema.enum[0]
  if (schema.const !== undefined) return schema.const
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([key, inner]) => [key, sample(inner)]),
      )
    case 'array':
      return [sample(schema.items ?? {})]
    case 'string':
      return schema.pattern?.includes('\\d{5}')
        ? '80331'
        : schema.pattern?.includes('\\d{2}\\.')
          ? '01.02.1990'
          : 'Muster'
    case 'integer':
    case 'number':
      return 1
    case 'boolean':
      return true
    default:
      return 'x'
  }
}

const document = openApiDocument('test') as {
  paths: Record<string, Record<string, { requestBody?: any }>>
} // eslint-disable-line
export const bodySchema = (endpoint: Endpoint) => {
  const path = `/api/v1${pathAt(endpoint, ':tenant', endpoint.path)}`.replace(
    /:([A-Za-z]+)/g,
    '{$1}',
  )
  return document.paths[path]?.[endpoint.method.toLowerCase()]?.requestBody?.content[
    'application/json'
  ].schema
}
