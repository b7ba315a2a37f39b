import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeTenant } from '../../../test/helpers/agency.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { stranger } from '../account/people.test-helper.ts'
import { demoTenants } from '../demo/demo-tenants.ts'
import { postReferral, readReferral, wish } from './journey.test-helper.ts'

// RecommenderDefaultShare (spec sections 3, 5 and 9): what the referrer gets who says nothing about the split.

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const { flags } = demoTenants.find(({ tenant }) => tenant.code === 'standard')!.tenant
const configure = (RecommenderDefaultShare?: number) => {
  const { RecommenderDefaultShare: _, ...others } = flags
  const chosen = RecommenderDefaultShare === undefined ? {} : { RecommenderDefaultShare }
  return changeTenant(server, 'standard', { flags: { ...others, ...chosen } })
}

async function shareOf(Anteil?: unknown) {
  const { Empfehlung, Empfehler } = wish(stranger().email)
  const { Anteil: _, ...without } = Empfehlung
  const { status, body } = await postReferral(server, {
    Empfehlung: Anteil === undefined ? without : { ...without, Anteil },
    Empfehler,
  })
  if (status !== 201) return body.ErrorCode as string
  const { share } = await readReferral(server, body.Empfehlungsnummer)
  const shown = (await server.call('GET', `/standard/empfehlen/${body.Empfehlungsnummer}`)).body
  return { share, cents: [shown.EmpfehlerWertCent, shown.EmpfaengerWertCent] }
}

test.each([
  [undefined, 100, [5000, 0]],
  [100, 100, [5000, 0]],
  [50, 50, [2500, 2500]],
  [0, 0, [0, 5000]],
])(
  'a default of %s: left out, null or empty, the referrer gets %s percent; what is said holds',
  async (byTenant, share, cents) => {
    await configure(byTenant)
    const { body } = await server.call('GET', '/mandant/standard')
    expect(body.Flags.RecommenderDefaultShare).toBe(share)
    for (const unsaid of [undefined, null, ''])
      expect([unsaid, await shareOf(unsaid)]).toEqual([unsaid, { share, cents }])
    for (const [said, parts] of [
      [100, [5000, 0]],
      [50, [2500, 2500]],
      [0, [0, 5000]],
    ] as const)
      expect(await shareOf(said)).toEqual({ share: said, cents: parts })
  },
)

test('a share that is none, or none of the tenant’s, is refused, and never becomes the default', async () => {
  await configure()
  for (const wrong of [-1, 101, 50.5, 33, 'alles', true, ' ', [50]])
    expect([wrong, await shareOf(wrong)]).toEqual([wrong, 'PSOF0101'])
})
