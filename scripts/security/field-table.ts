import type { Endpoint } from '../../src/contract/endpoint.ts'
import { endpoints } from '../../src/contract/endpoints.ts'
import { openApiDocument } from '../../src/contract/openapi.ts'
import {
  operatorAbilities,
  operatorRoles,
  type OperatorAction,
  type OperatorSubject,
} from '../../src/domain/operator-abilities.ts'
import { code, table } from './table.ts'

type Schema = {
  $ref?: string
  properties?: Record<string, Schema>
  items?: Schema
  additionalProperties?: Schema | boolean
  anyOf?: Schema[]
  oneOf?: Schema[]
  allOf?: Schema[]
}
type Schemas = Record<string, Schema>
type Operation = {
  operationId: string
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>
}
type Description = {
  paths: Record<string, Record<string, Operation>>
  components: { schemas: Schemas }
}

/** Every field of an answer with the one that it is in, as the wire has them: `Konto.IBAN`. */
function fieldsOf(
  schemas: Schemas,
  schema: Schema | boolean | undefined,
  inside = '',
  seen: readonly string[] = [],
): string[] {
  if (typeof schema !== 'object') return []
  const name = schema.$ref?.split('/').at(-1)
  if (name !== undefined)
    return seen.includes(name) ? [] : fieldsOf(schemas, schemas[name], inside, [...seen, name])
  const { properties = {}, items, additionalProperties, anyOf, oneOf, allOf } = schema
  const own = Object.entries(properties).flatMap(([field, of]) => [
    inside ? `${inside}.${field}` : field,
    ...fieldsOf(schemas, of, field, seen),
  ])
  const parts = [items, additionalProperties, ...[anyOf, oneOf, allOf].flatMap((of) => of ?? [])]
  return [...own, ...parts.flatMap((one) => fieldsOf(schemas, one, inside, seen))]
}

/** The wire’s names of what people would not want strangers to know. */
const personal: [what: string, field: RegExp][] = [
  ['e-mail address', /(^|\.)Email$/],
  ['phone', /(^|\.)Telefon$/],
  ['street and house', /(^|\.)(Strasse|Anschrift)$/],
  ['birthday', /(^|\.)(Geburtsdatum|Geburtstag)$/],
  ['customer number', /(^|\.)Kundennummer$/],
  ['tax number', /(^|\.)Steuernummer$/],
  ['IBAN', /(^|\.)I(ban|BAN)$/],
  ['IBAN, its end alone', /(^|\.)Iban(Maskiert|Ende)$/],
  ['holder of an account', /(^|\.)(Kontoinhaber|Inhaber)$/],
  ['voucher code', /(^|\.)(Gutscheincodes?|Codes\.Wert)$/],
]

/** Which answers have a personal field, by who may ask for them. */
export function personalFields(): string {
  const { paths, components } = openApiDocument('1') as unknown as Description
  const calls = new Map(
    (Object.values(endpoints) as unknown as Endpoint[]).map((one) => [one.name, one]),
  )
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  const found = operations.flatMap(({ operationId, responses }) => {
    const endpoint = calls.get(operationId)
    if (!endpoint) return []
    const good = Object.entries(responses).filter(([status]) => Number(status) < 300)
    return good
      .flatMap(([, answer]) =>
        fieldsOf(components.schemas, answer.content?.['application/json']?.schema),
      )
      .map((field) => ({ field, endpoint }))
  })
  const whoOf = ({ caller, needs, name }: Endpoint): string[] => {
    if (caller !== 'operator') return [`${caller}: ${code(name)}`]
    const [action, subject] = (needs ?? ['read', 'today']) as [OperatorAction, OperatorSubject]
    const roles = operatorRoles.filter((role) => operatorAbilities([role]).can(action, subject))
    return [`${needs ? roles.join(', ') : 'the operator'}: ${code(name)}`]
  }
  return table(
    ['field', 'who is told it, by which calls'],
    personal.map(([what, pattern]) => {
      const calls = found.filter(({ field }) => pattern.test(field))
      const byWho = Map.groupBy(
        [...new Set(calls.flatMap(({ endpoint }) => whoOf(endpoint)))],
        (text) => text.slice(0, text.indexOf(': ')),
      )
      const cell = [...byWho].map(
        ([who, texts]) =>
          `**${who}** ${texts.map((text) => text.slice(who.length + 2)).join(', ')}`,
      )
      return [what, cell.join('; ')]
    }),
  )
}
