import { expect, test } from 'vitest'
import { demoTenants } from './demo-tenants.ts'

type Found = { path: string; language: 'de' | 'en'; text: string }

/** Every text that is written in a language, wherever it stands. */
function* textsIn(value: unknown, path = ''): Generator<Found> {
  if (typeof value !== 'object' || value === null) return
  for (const [name, part] of Object.entries(value)) {
    const below = `${path}.${name}`
    if ((name === 'de' || name === 'en') && typeof part === 'string')
      yield { path: below, language: name, text: part }
    else yield* textsIn(part, below)
  }
}

const others = { Prämie: /\bBon(us|i)|Dankeschön/, Bonus: /Prämi|Dankeschön/i } as const
const otherEnglish = /\bbonus|thank-you/i

test.each(demoTenants.map((one) => [one.tenant.code, one] as const))(
  '%s has one word for the reward in everything that it says itself',
  (_, demo) => {
    const found = [...textsIn(demo)]
    expect(found.length).toBeGreaterThan(100)
    const other = others[demo.tenant.rewardWord ?? 'Prämie']
    const wrong = found.flatMap(({ path, language, text }) => {
      const at = text.search(language === 'de' ? other : otherEnglish)
      return at < 0 ? [] : [`${path}: ${text.slice(Math.max(0, at - 30), at + 30)}`]
    })
    expect(wrong).toEqual([])
    expect(JSON.stringify(demo.catalogue)).not.toMatch(other)
  },
)

test('telko calls it Bonus, the others Prämie, and say so', () => {
  for (const { tenant } of demoTenants)
    expect([tenant.code, tenant.rewardWord]).toEqual([
      tenant.code,
      tenant.code === 'telko' ? 'Bonus' : undefined,
    ])
})
