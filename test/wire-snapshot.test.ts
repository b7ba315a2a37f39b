import { expect, test } from 'vitest'
import { openApiDocument } from '../src/contract/openapi.ts'
import { errorCatalogue } from '../src/domain/errors.ts'

// Clients outside the project rely on the wire. A change of it must be meant: `npx vitest run test/wire-snapshot -u`, and the
// difference in the commit is what they have to be told.

test('the wire is as it was: paths, fields, shapes, statuses', async () => {
  const { paths, components } = openApiDocument('1')
  await expect(`${JSON.stringify({ paths, components }, null, 1)}\n`).toMatchFileSnapshot(
    './snapshots/wire.json',
  )
})

test('error codes keep their meaning and their status', async () => {
  const codes = Object.entries(errorCatalogue).map(
    ([name, { code, status }]) => `${code} ${status} ${name}`,
  )
  await expect(`${codes.toSorted().join('\n')}\n`).toMatchFileSnapshot('./snapshots/errors.txt')
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
