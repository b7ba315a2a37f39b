import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { changeTenant } from '../../../test/helpers/agency.ts'
import { makeOperator } from '../../../test/helpers/operator.ts'
import { startEachAfresh } from '../../../test/helpers/start-each-afresh.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import type { OperatorRole } from '../../domain/operator-abilities.ts'
import { readBatchFile } from '../payout/batch-file.ts'
import { ibans, makeFixtures } from '../payout/payout.test-helper.ts'
import { proposeScheduled } from '../payout/propose-scheduled.ts'

// Holidays of the banks, and the nights in which the clocks change, by what the calls answer (rules: domain/payout.ts, payout-proposal.ts).

let server: TestServer
let fixtures: ReturnType<typeof makeFixtures>
beforeAll(async () => {
  server = await startTestServer()
  fixtures = makeFixtures(server)
})
startEachAfresh(() => server)
afterEach(() => fixtures.booksAreRight())
afterAll(() => server.stop())

let made = 0
const operator = (...roles: OperatorRole[]) =>
  makeOperator(server, `kalender${++made}@betrieb.example`, roles)

describe('over the holidays', () => {
  test.each([
    // Built on, executed on, the last silent day, the first day of the alarm.
    ['2026-12-24', '2026-12-28', '2027-01-05', '2027-01-06'],
    ['2027-03-25', '2027-03-30', '2027-04-06', '2027-04-07'],
  ])(
    'a file of %s is executed on %s; it is lost from the day after %s on',
    async (built, executed, silent, alarm) => {
      server.clock.set(`${built}T09:00:00Z`)
      const { batchId } = await fixtures.sent(5_000)
      expect(await readBatchFile(server.deps, 'standard', batchId)).toContain(
        `<ReqdExctnDt><Dt>${executed}</Dt></ReqdExctnDt>`,
      )
      const lost = async (day: string) => {
        server.clock.set(`${day}T09:00:00Z`)
        const { token } = await operator('payout-preparer', 'payout-approver')
        const { body } = await server.call('GET', '/standard/betrieb/kontoauszuege/stand', {
          token,
        })
        return [body.LangeUnterwegs, body.LangeUnterwegsCent]
      }
      expect(await lost(silent)).toEqual([0, 0])
      expect(await lost(alarm)).toEqual([1, 5_000])
    },
  )
})

describe('in the nights in which the clocks change', () => {
  const proposals = () =>
    fixtures.inTenant((tx) =>
      tx
        .selectFrom('payout_proposals')
        .select(['proposed_at', 'expires_at', 'proposed_by'])
        .where('tenant', '=', 'standard')
        .execute(),
    )

  test.each([
    // In October there are two half past twos, in March none.
    [
      '2026-10-25',
      [
        '2026-10-24T23:30:00Z',
        '2026-10-25T00:30:00Z',
        '2026-10-25T01:30:00Z',
        '2026-10-25T02:30:00Z',
      ],
      '2026-10-25T00:30:00Z',
    ],
    [
      '2027-03-28',
      [
        '2027-03-28T00:30:00Z',
        '2027-03-28T00:59:59Z',
        '2027-03-28T01:30:00Z',
        '2027-03-28T02:30:00Z',
      ],
      '2027-03-28T01:30:00Z',
    ],
  ])(
    'on %s the schedule for two o’clock proposes once, however many sweeps run, and again after a week',
    async (sunday, sweeps, at) => {
      server.clock.set(`${sunday}T12:00:00Z`)
      server.clock.advance('-P1D')
      await changeTenant(server, 'standard', { payouts: { weekday: 7, hour: 2, leastCents: 1 } })
      await fixtures.collected(5_000)
      for (const sweep of sweeps) {
        server.clock.set(sweep)
        await Promise.all([1, 2, 3].map(() => proposeScheduled(server.deps, 'standard')))
      }
      expect(await proposals()).toMatchObject([
        { proposed_by: 'schedule', proposed_at: Temporal.Instant.from(at) },
      ])
      // Whoever refuses it has no second one on that day.
      server.clock.set(`${sunday}T09:00:00Z`)
      const who = await operator('payout-approver')
      const path = '/standard/betrieb/auszahlungen'
      const { body } = await server.call('PUT', path, { token: who.token, body: {} })
      const [{ AuszahlungId, Version }] = body.Content
      const Grund = 'Erst nächste Woche'
      const stop = { token: who.token, body: { Version, Grund } }
      expect((await server.call('PUT', `${path}/${AuszahlungId}/ende`, stop)).status).toBe(200)
      await proposeScheduled(server.deps, 'standard')
      server.clock.set(`${sunday}T21:30:00Z`)
      await proposeScheduled(server.deps, 'standard')
      expect(await proposals()).toHaveLength(1)
      server.clock.advance('P6DT4H')
      await proposeScheduled(server.deps, 'standard')
      expect(await proposals()).toHaveLength(2)
    },
  )

  test.each(['2026-10-24T10:00:00Z', '2027-03-27T10:00:00Z'])(
    'an account that was changed at %s is new for 48 hours, and a proposal then ends after 72',
    async (text) => {
      const changed = Temporal.Instant.from(text)
      const at = (since: Temporal.Instant, seconds: number) =>
        server.clock.set(since.add({ seconds }).toString())
      at(changed, -86_400)
      const rewardId = await fixtures.collected(5_000, ibans.first)
      await fixtures.inTenant((tx) =>
        tx
          .updateTable('reward_bank_data')
          .set({ created_at: text })
          .where('tenant', '=', 'standard')
          .where('reward_id', '=', rewardId)
          .execute(),
      )
      const path = '/standard/betrieb/auszahlungen'
      const propose = async () => {
        const { token } = await operator('payout-preparer')
        return (await server.call('POST', path, { token, body: {} })).body
      }
      const hours = 3_600
      at(changed, 48 * hours - 1)
      expect(await propose()).toMatchObject({ AuszahlungId: null, NeueKonten: 1 })
      at(changed, 48 * hours)
      const { AuszahlungId: id } = await propose()
      const approve = async () => {
        const { token } = await operator('payout-approver')
        const { body } = await server.call('GET', `${path}/${id}`, { token })
        const { Version, Fingerabdruck } = body
        const given = { token, body: { Version, Fingerabdruck } }
        return (await server.call('PUT', `${path}/${id}/freigabe`, given)).body
      }
      at(changed, (48 + 72) * hours)
      expect(await approve()).toEqual({ Ergebnis: 'expired' })
      // And one of the evening before that night.
      at(changed, -hours)
      await fixtures.collected(6_000, ibans.second)
      at(changed, 0)
      const other = (await propose()).AuszahlungId
      at(changed, 72 * hours - 1)
      const { token } = await operator('payout-approver')
      const { body } = await server.call('GET', `${path}/${other}`, { token })
      expect([body.Stand, body.NichtFreigebbar]).toEqual(['offen', null])
      const { Version, Fingerabdruck } = body
      const given = { token, body: { Version, Fingerabdruck } }
      const answer = await server.call('PUT', `${path}/${other}/freigabe`, given)
      expect(answer.body).toEqual({ Ergebnis: 'released' })
    },
  )
})
