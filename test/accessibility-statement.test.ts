import { createHash } from 'node:crypto'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readStandard } from '../scripts/read-standards.ts'
import {
  accessibilityVariables,
  barriers,
  criteria,
  metParts,
  plainStatement,
  reviewedOn,
} from '../src/domain/accessibility.ts'
import { variablesIn } from '../src/domain/content-variables.ts'
import { demoTenants } from '../src/server/demo/demo-tenants.ts'

// The statement of every tenant says what test/wcag.json bears out, and hides nothing that it says.

const items = readStandard(resolve(import.meta.dirname, '..'), 'wcag')
const inState = (...states: string[]) =>
  items.filter(({ state }) => states.includes(state)).map(({ id }) => id)

test('what the statement calls met is met, and every criterion that is not stands among its barriers', () => {
  const met = new Set(inState('met'))
  expect(metParts.flatMap((part) => part.criteria).filter((id) => !met.has(id))).toEqual([])
  for (const part of metParts) expect(part.criteria.length).toBeGreaterThan(0)
  const named = barriers.flatMap((barrier) => barrier.criteria)
  expect(named.toSorted()).toEqual(inState('open', 'decision').toSorted())
})

test('its numbers are those of the table', () => {
  expect(criteria).toEqual({
    all: items.length,
    met: inState('met').length,
    notApplicable: inState('not-applicable').length,
    otherwise: inState('open', 'decision').length,
  })
})

test('its day is said in both languages, and is a newer one whenever a state of the table changed', () => {
  const [year = '', , day = ''] = reviewedOn.split('-')
  for (const locale of ['de', 'en'] as const) {
    const said = accessibilityVariables(locale)['barrierefreiheit.geprueft']
    const months = new Intl.DateTimeFormat(locale, { month: 'long', timeZone: 'UTC' })
    const month = months.format(new Date(`${reviewedOn}T00:00:00Z`))
    expect(said?.match(/[\p{L}\d]+/gu)).toEqual([String(Number(day)), month, year])
  }
  const states = items.map(({ id, state }) => `${id} ${state}`).join('\n')
  const digest = createHash('sha256').update(states).digest('hex').slice(0, 12)
  // Read the statement beside the table, then write both anew.
  expect({ reviewedOn, digest }).toEqual({ reviewedOn: '2026-11-29', digest: 'e8930b967e67' })
})

test('every statement names what is met, what is not, how it was checked, the authority and the day', () => {
  const parts = Object.keys(accessibilityVariables('de')).toSorted()
  const statements = [
    plainStatement,
    ...demoTenants.map(({ tenant }) => tenant.content!.accessibility!),
  ]
  for (const statement of statements)
    for (const locale of ['de', 'en'] as const) {
      const used = variablesIn(statement[locale]).filter((name) => name.startsWith('barriere'))
      expect(used.toSorted()).toEqual(parts)
    }
})
