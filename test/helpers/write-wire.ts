import { isDeepStrictEqual } from 'node:util'
import { z } from 'zod'
import * as fields from '../../src/contract/fields.ts'

// The wire as text, one line per field, made from the OpenAPI document. Unknown parts of the document are errors.

type Json = Record<string, any>
type Inside = { step: string; schema: Json; isOptional?: boolean }
/** A field's type as text, and its inner fields, with relative paths. */
type Described = { words: string; inside?: Inside[] }

export function writeWire({ paths, components }: Json): string {
  const { securitySchemes, schemas, responses = {}, ...others } = components
  refuseRest(others)
  const errors = new Set<string>()
  const calls = Object.entries<Json>(paths).flatMap(([path, methods]) =>
    Object.entries<Json>(methods).map(([method, operation]) =>
      writeCall(`${method.toUpperCase()} ${path}`, operation, (answer) => {
        const { description, content, ...rest } = answer.$ref
          ? responses[lastOf(answer.$ref)]
          : answer
        const { $ref, ...more } = onlyJson(content)
        refuseRest({
          ...rest,
          ...more,
          ...($ref === '#/components/schemas/Error' ? {} : { $ref: `${$ref}` }),
        })
        const lines: string[] = description.split('\n\n')
        for (const line of lines) errors.add(line)
        return lines.map((line) => line.slice(0, line.indexOf(' '))).join(' ')
      }),
    ),
  )
  const callers = Object.entries<Json>(securitySchemes).map(
    ([name, { type, scheme, description, ...rest }]) =>
      `${name} ${type} ${scheme}: ${description}${refuseRest(rest)}`,
  )
  const shared = Object.entries<Json>(schemas).flatMap(([name, schema]) =>
    writeField(name, { step: '', schema }),
  )
  const patterns = [...nameOfPattern].map(([pattern, name]) => `${name} ${pattern}`)
  return [...calls, callers, shared, [...errors].toSorted(), patterns]
    .map((lines) => `${lines.join('\n')}\n`)
    .join('\n')
}

function writeCall(call: string, operation: Json, codesOf: (answer: Json) => string): string[] {
  const { operationId, summary, tags, security, parameters, requestBody, responses, ...rest } =
    operation
  const { required, content: body, ...more } = requestBody ?? { required: true }
  refuseRest({ ...rest, ...more, ...(required ? {} : { required: false }) })
  const inPath = parameters.filter((one: Json) => one.in === 'path').map((one: Json) => one.name)
  const [unknown] = [...call.matchAll(/{(\w+)}/g)].filter(([, name]) => !inPath.includes(name))
  refuseRest({ unknown })
  const callers = security.map((one: Json) => Object.keys(one).join(' and '))
  const refusals = Object.keys(responses).filter((status) => status >= '400')
  return [
    call,
    `  ${operationId} (${tags.join(', ')}), ${callers.join(' or ') || 'anyone'}: ${summary}`,
    ...parameters.flatMap((parameter: Json) => writeParameter(call, parameter)),
    ...(body ? writeField('  body', { step: '', schema: onlyJson(body) }) : []),
    ...Object.entries<Json>(responses)
      .filter(([status]) => status < '400')
      .flatMap(([status, answer]) => writeAnswer(`  ${status}`, answer)),
    `  fails ${refusals.map((status) => `${status} ${codesOf(responses[status])}`).join(', ')}`,
  ]
}

function writeParameter(
  call: string,
  { name, in: place, required, schema, ...rest }: Json,
): string[] {
  refuseRest(rest)
  const isSaid = place === 'path' && required && call.includes(`{${name}}`)
  if (isSaid && isDeepStrictEqual(schema, { type: 'string' })) return []
  return writeField(`  ${place}`, { step: name, schema, isOptional: !required })
}

function writeAnswer(status: string, { description, content, ...rest }: Json): string[] {
  refuseRest({ ...rest, ...(description === 'Done' ? {} : { description: `${description}` }) })
  if (!content) return [status]
  if (content['application/json']?.schema)
    return writeField(status, { step: '', schema: onlyJson(content) })
  return Object.entries<Json>(content).map(
    ([type, none]) => `${status} file ${type}${refuseRest(none)}`,
  )
}

/** The lines of a field and its inner fields; these imply the object. */
function writeField(place: string, { step, schema, isOptional }: Inside): string[] {
  const { words, inside = [] } = describe(schema)
  const line = [place, step, words, isOptional ? 'optional' : ''].filter((part) => part !== '')
  const isTold = words === 'object' && !isOptional && inside.length > 0
  return [
    ...(isTold ? [] : [line.join(' ')]),
    ...inside.flatMap((field) => writeField(place, { ...field, step: join(step, field.step) })),
  ]
}

function describe({ default: preset, ...schema }: Json): Described {
  if (preset !== undefined) {
    const { words, inside = [] } = describe(schema)
    return { words: `${words} default ${JSON.stringify(preset)}`, inside }
  }
  const { type, anyOf, $ref, ...rest } = schema
  if ($ref) return plain(lastOf($ref), { type, anyOf, ...rest })
  if (anyOf) return describeUnion(anyOf, { type, ...rest })
  if (Array.isArray(type)) return describeUnion(type.map((one) => ({ ...rest, type: one })))
  if (type === 'string') return describeText(rest)
  if (type === 'integer') return describeInteger(rest)
  if (type === 'array') return describeList(rest)
  if (type === 'object') return describeObject(rest)
  return plain(type ?? 'anything', rest)
}

function describeText({
  enum: values,
  const: value,
  minLength,
  maxLength,
  ...schema
}: Json): Described {
  if (values)
    return plain(values.map((one: string) => `'${one}'`).join(' | '), {
      minLength,
      maxLength,
      ...schema,
    })
  if (value !== undefined) return plain(`'${value}'`, { minLength, maxLength, ...schema })
  const { format, pattern, allOf = [], ...rest } = schema
  const patterns = [...(pattern ? [{ format, pattern }] : []), ...allOf].map(
    ({ format: kind, pattern: one, ...more }) => {
      const said = `${kind ? `${kind} ` : ''}/${one}/`
      return `${nameOfPattern.get(said) ?? said}${refuseRest(more)}`
    },
  )
  if (!pattern && format) patterns.push(`like ${format}`)
  return plain([`text${range(minLength, maxLength)}`, ...patterns].join(' '), rest)
}

/** Without limits it is a safe integer. */
function describeInteger({ minimum = '-∞', maximum = '∞', ...rest }: Json): Described {
  const [least, most] = [-Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]
  return plain(
    `integer${range(minimum === least ? undefined : minimum, maximum === most ? undefined : maximum)}`,
    rest,
  )
}

function describeList({ items, minItems, maxItems, ...rest }: Json): Described {
  const { words, inside } = describe(items)
  return {
    words: `list${range(minItems, maxItems)} of ${words}${refuseRest(rest)}`,
    inside: inside?.map((field) => ({ ...field, step: join('[]', field.step) })),
  }
}

function describeObject(schema: Json): Described {
  const { properties, required = [], additionalProperties, propertyNames, ...rest } = schema
  refuseRest(rest)
  const inside = Object.entries<Json>(properties ?? {}).map(([step, inner]) => ({
    step,
    schema: inner,
    isOptional: !required.includes(step),
  }))
  if (additionalProperties === false)
    return { words: `object${refuseRest({ propertyNames })}`, inside }
  const keys = propertyNames ? `${describe(propertyNames).words} to ` : ''
  const values = additionalProperties ? describe(additionalProperties) : { words: 'anything' }
  if (!properties) return { words: `map of ${keys}${values.words}`, inside: values.inside }
  return { words: `open object${refuseRest({ propertyNames, additionalProperties })}`, inside }
}

/** Objects of a union are numbered, unless null is the only alternative. */
function describeUnion(members: Json[], rest: Json = {}): Described {
  refuseRest(rest)
  const described = members.map(describe)
  const holders = described.filter(({ inside }) => inside)
  return {
    words: described.map(({ words }) => words).join(' | '),
    inside:
      holders.length === 0
        ? undefined
        : holders.flatMap(({ inside = [] }, at) =>
            inside.map((field) => ({
              ...field,
              step: holders.length > 1 ? join(`<${at + 1}>`, field.step) : field.step,
            })),
          ),
  }
}

/** Shared patterns by their name in the contract. */
const nameOfPattern = new Map(
  Object.entries(fields).flatMap(([name, field]) => {
    if (!(field instanceof z.ZodType)) return []
    const { format, pattern } = z.toJSONSchema(field, { io: 'input', unrepresentable: 'any' })
    const said: string = `${format ? `${format} ` : ''}/${pattern}/`
    return pattern ? [[said, name] as const] : []
  }),
)

const plain = (words: string, rest: Json): Described => ({ words: `${words}${refuseRest(rest)}` })

const range = (least: unknown, most: unknown) =>
  least === undefined && most === undefined ? '' : `(${least ?? ''}..${most ?? ''})`

const join = (outer: string, inner: string) =>
  outer === '' || inner === '' || inner.startsWith('[') ? `${outer}${inner}` : `${outer}.${inner}`

const lastOf = ($ref: string) => $ref.slice($ref.lastIndexOf('/') + 1)

function onlyJson({ 'application/json': json, ...others }: Json): Json {
  const { schema, ...rest } = json
  refuseRest({ ...others, ...rest })
  return schema
}

/** Empty text; throws if part of the document is not covered. */
function refuseRest(rest: Json): '' {
  const left = Object.entries(rest).filter(([, value]) => value !== undefined)
  if (left.length > 0) throw new Error(`No word in the wire's text for ${JSON.stringify(left)}`)
  return ''
}
