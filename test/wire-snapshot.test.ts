import { expect, test } from 'vitest'
import { openApiDocument } from '../src/contract/openapi.ts'
import { errorCatalogue } from '../src/domain/errors.ts'
import { writeWire } from './helpers/write-wire.ts'

// Clients outside the project rely on the wire. A change of it must be meant: `npx vitest run test/wire-snapshot -u`, and the
// difference in the commit is what they have to be told.

test('the wire is as it was: paths, fields, shapes, statuses', async () => {
  await expect(writeWire(openApiDocument('1'))).toMatchFileSnapshot('./snapshots/wire.txt')
})

test('whatever changes in a call changes its text in the snapshot, or is an error', () => {
  const { paths, components } = openApiDocument('1') as Record<string, any>
  const path = '/api/v1/{tenant}/empfehlen/create'
  const text = (call: object) => writeWire({ paths: { [path]: call }, components })
  const call = paths[path]
  const before = text(call)
  const changes = changedOnce(call)
  expect(changes.length).toBeGreaterThan(100)
  const passedOver = changes.filter(([, changed]) => {
    try {
      return text(changed) === before
    } catch {
      return false
    }
  })
  expect(passedOver.map(([where]) => where)).toEqual([])
})

/** The same once for each value in it, with that one changed. */
function changedOnce(value: any): [where: string, changed: any][] {
  if (typeof value === 'boolean') return [['', !value]]
  if (value === null || typeof value !== 'object') return [['', `${value}x`]]
  return Object.entries(value).flatMap(([key, inner]) =>
    changedOnce(inner).map(([where, changed]): [string, any] => {
      const copy = Array.isArray(value) ? [...value] : { ...value }
      copy[key] = changed
      return [`${key}.${where}`, copy]
    }),
  )
}

test('error codes keep their meaning and their status', async () => {
  const codes = Object.entries(errorCatalogue).map(
    ([name, { code, status }]) => `${code} ${status} ${name}`,
  )
  await expect(`${codes.toSorted().join('\n')}\n`).toMatchFileSnapshot('./snapshots/errors.txt')
})

test('every reference of the document leads to something, and all that is shared is used', () => {
  const { components, ...rest } = openApiDocument('1') as Record<string, any>
  const references = new Set(JSON.stringify({ components, rest }).match(/(?<="\$ref":")[^"]+/g))
  const shared = (['schemas', 'responses'] as const).flatMap((kind) =>
    Object.keys(components[kind]).map((name) => `#/components/${kind}/${name}`),
  )
  expect([...references].toSorted()).toEqual(shared.toSorted())
})

test('every operation of the document says who may call it and what it can answer', () => {
  const { paths } = openApiDocument('1') as {
    paths: Record<
      string,
      Record<string, { operationId: string; security: unknown; responses: Record<string, unknown> }>
    >
  }
  const operations = Object.values(paths).flatMap((methods) => Object.values(methods))
  expect(operations.length).toBeGreaterThan(40)
  for (const { operationId, security, responses } of operations) {
    expect([operationId, Array.isArray(security)]).toEqual([operationId, true])
    expect(
      Object.keys(responses).some((status) => /^[23]/.test(status)),
      operationId,
    ).toBe(true)
    expect(responses['500'], operationId).toBeDefined()
  }
})
