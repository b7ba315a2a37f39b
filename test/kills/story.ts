import { sql } from 'kysely'
import { expect } from 'vitest'
import { platformCode } from '../../src/domain/platform.ts'
import { withTenant, type Tx } from '../../src/server/db/connection.ts'
import { checkReport } from '../../src/server/payout/payee-checks.test-helper.ts'
import { camt, type makeFixtures } from '../../src/server/payout/payout.test-helper.ts'
import { startOperatorSession } from '../../src/server/team/session.ts'
import { changeTenant } from '../helpers/agency.ts'
import { makeOperator } from '../helpers/operator.ts'
import type { TestServer } from '../helpers/server.ts'
import { tenant, type Step } from './run-step.ts'

// Seven payments in two files from proposal to closed day, with what can happen to each: paid by status file, by statement, by hand; rejected;
// returned; a repayment that came in beside them.

const Grund = 'So steht es auf dem Konto'
const amounts = [4_001, 4_002, 4_003, 4_004, 4_005, 4_006, 4_007]
const repaidCents = 1_500

export const stepNames = [
  'propose',
  'approve as the first',
  'approve as the last',
  'build the files',
  'fetch a file',
  'apply the check of payees',
  'tell the bank to go on',
  'apply the status file (pain.002)',
  'confirm what was rejected',
  'confirm a file by hand',
  'apply the statement (camt.053)',
  'confirm what came back',
  'assign a repayment',
  'assign a line that is not ours',
  'close the day',
] as const

export type Plan = {
  name: (typeof stepNames)[number]
  /** What a person or the queue does now; null: nothing is left to do. */
  next: () => Promise<Step | null>
}

export async function setUpStory(
  server: TestServer,
  fixtures: ReturnType<typeof makeFixtures>,
  clawback: { id: string; orderNumber: string },
) {
  const { db, deps, clock } = server
  await changeTenant(server, tenant, {
    payouts: { filePayments: 4, aloneCents: 20_000 },
  } as Parameters<typeof changeTenant>[2])
  const rewards: string[] = []
  for (const cents of amounts) rewards.push(await fixtures.collected(cents))
  const hire = (name: string, role: 'payout-preparer' | 'payout-approver') =>
    makeOperator(server, `${name}@betrieb.example`, [role], tenant)
  const preparer = await hire('schlaegt-vor', 'payout-preparer')
  const first = await hire('gibt-frei', 'payout-approver')
  const second = await hire('gibt-auch-frei', 'payout-approver')
  type Person = typeof preparer

  const read = <T>(work: (tx: Tx) => Promise<T>) => withTenant(db, tenant, work)
  /** With a passkey proved just now, whatever the clock says. */
  const tokenOf = async ({ id }: Person) =>
    (
      await withTenant(db, platformCode, (tx) =>
        startOperatorSession(tx, deps, id, { device: 'Test' }),
      )
    ).token
  const press = async (
    who: Person,
    method: string,
    path: string,
    body?: object,
  ): Promise<Step> => ({
    does: 'call',
    token: await tokenOf(who),
    method,
    path,
    ...(body && { body }),
  })
  const see = async (who: Person, path: string) => {
    const { status, body } = await server.call('GET', `/${tenant}/betrieb${path}`, {
      token: await tokenOf(who),
    })
    if (status !== 200) throw new Error(`${path} answers ${status}`)
    return body
  }

  const proposal = () =>
    read(async (tx) => {
      const { rows } = await sql<{ id: string }>`
        select proposal_id as id from payout_proposals where tenant = ${tenant} and state not in ('changed', 'expired')`.execute(
        tx,
      )
      return rows.at(-1)?.id ?? null
    })
  const approve = (who: Person, given: number) => async () => {
    const path = `/auszahlungen/${await proposal()}`
    const { Stand, Freigaben, Version, Fingerabdruck } = await see(who, path)
    if (Stand !== 'offen' || Freigaben > given) return null
    return press(who, 'PUT', `${path}/freigabe`, { Version, Fingerabdruck })
  }
  /** The jobs of a kind that were queued, of which each is done until it has been. */
  const jobsOf = (kind: string) =>
    read(async (tx) => {
      const { rows } = await sql<{ payload: Record<string, string> }>`
        select payload from outbox where tenant = ${tenant} and kind = ${kind}`.execute(tx)
      return rows.map(({ payload }) => payload)
    })
  const files = () =>
    read(async (tx) => {
      const { rows } = await sql<{ id: string; message: string; cents: number; count: number }>`
        select batch_id as id, message_id as message, total_cents as cents, transfers as count from payout_batches
        where tenant = ${tenant} and proposal_id = ${await proposal()} order by part`.execute(tx)
      return rows
    })
  const payments = (file: string) =>
    read(async (tx) => {
      const { rows } = await sql<{ id: string; cents: number; state: string }>`
        select end_to_end_id as id, cents, state from payouts where tenant = ${tenant} and batch_id = ${file} order by cents`.execute(
        tx,
      )
      return rows
    })
  /** The job of a file of the bank, which was uploaded before; until it has ended. */
  const upload = async (
    name: string,
    file: () => Promise<string | Uint8Array>,
  ): Promise<Step | null> => {
    const find = () =>
      read(async (tx) => {
        const { rows } = await sql<{ id: string; ended: boolean }>`
          select upload_id as id, ended_at is not null as ended from bank_uploads where tenant = ${tenant} and name = ${name}`.execute(
          tx,
        )
        return rows[0]
      })
    if (!(await find())) {
      const body = { Name: name, Datei: Buffer.from(await file()).toString('base64') }
      const token = await tokenOf(preparer)
      const path = `/${tenant}/betrieb/bankdateien`
      expect((await server.call('POST', path, { token, body })).status).toBe(200)
    }
    const { id, ended } = (await find())!
    return ended ? null : { does: 'job', kind: 'apply-bank-file', id }
  }

  /** The bank's day, and the one on which people look at it. */
  const bankDay = '2026-11-18'
  const dayAfter = '2026-11-19T09:00:00Z'
  const booked = (
    reference: string,
    cents: number,
    direction: 'DBIT' | 'CRDT',
    inside: string,
    more = '',
  ) =>
    `<Ntry><Amt Ccy="EUR">${(cents / 100).toFixed(2)}</Amt><CdtDbtInd>${direction}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
    <BookgDt><Dt>${bankDay}</Dt></BookgDt><AcctSvcrRef>${reference}</AcctSvcrRef>${more}<NtryDtls>${inside}</NtryDtls></Ntry>`
  const of = (id: string, more = '') =>
    `<TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs>${more}</TxDtls>`
  const text = (words: string) => of('NOTPROVIDED', `<RmtInf><Ustrd>${words}</Ustrd></RmtInf>`)
  const statement = async () => {
    const [a, b] = await files()
    const single = await payments(a!.id)
    const last = (await payments(b!.id)).at(-1)!
    const lines = [0, 2, 3].map((at) =>
      booked(`K-${at}`, single[at]!.cents, 'DBIT', of(single[at]!.id)),
    )
    const whole = `<Btch><MsgId>${b!.message}</MsgId><PmtInfId>${b!.message}</PmtInfId><NbOfTxs>${b!.count}</NbOfTxs></Btch>`
    lines.push(
      booked('K-4', b!.cents, 'DBIT', whole),
      booked('K-5', last.cents, 'CRDT', of(last.id, '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>')),
      booked(
        'K-6',
        390,
        'DBIT',
        text('Entgelt'),
        '<BkTxCd><Prtry><Cd>NCHG+808</Cd></Prtry></BkTxCd>',
      ),
      booked('K-7', repaidCents, 'CRDT', text(`Zurueck ${clawback.orderNumber}`)),
      booked('K-8', 77_700, 'DBIT', text('Miete November')),
    )
    return Buffer.from(camt(lines.join('')))
      .toString()
      .replace('camt.054', 'camt.053')
      .replaceAll('BkToCstmrDbtCdtNtfctn', 'BkToCstmrStmt')
      .replaceAll('Ntfctn>', 'Stmt>')
  }
  const openLine = (reference: string) =>
    read(async (tx) => {
      const { rows } = await sql<{ id: string; version: number }>`
        select line_id as id, version from bank_lines where tenant = ${tenant} and reference = ${reference} and kind is null`.execute(
        tx,
      )
      return rows[0] ?? null
    })
  const assign = (reference: string, body: object) => async () => {
    const line = await openLine(reference)
    const path = `/kontoauszuege/${line?.id}/zuordnung`
    return line && press(second, 'PUT', path, { Version: line.version, Grund, ...body })
  }

  const plans: Plan[] = [
    {
      name: 'propose',
      next: async () => ((await proposal()) ? null : press(preparer, 'POST', '/auszahlungen', {})),
    },
    { name: 'approve as the first', next: approve(first, 0) },
    { name: 'approve as the last', next: approve(second, 1) },
    {
      name: 'build the files',
      next: async () => {
        const jobs = await jobsOf('release-payout')
        if (jobs.length !== 1) throw new Error(`${jobs.length} jobs for one approval`)
        const { Stand } = await see(first, `/auszahlungen/${await proposal()}`)
        if (Stand !== 'freigegeben') return null
        return { does: 'job', kind: 'release-payout', id: jobs[0]!['proposalId']! }
      },
    },
    {
      name: 'fetch a file',
      next: async () => press(first, 'GET', `/auszahlungen/dateien/${(await files())[0]!.id}`),
    },
    {
      name: 'apply the check of payees',
      next: () =>
        upload('pruefung.xml', async () => {
          const [file] = await files()
          const said = (await payments(file!.id)).map(({ id }, at) =>
            at === 1 ? { id, status: 'RVMC', name: 'Mira Stern-Krohn' } : { id, status: 'RCVC' },
          )
          return checkReport(file!.message, null, said)
        }),
    },
    {
      name: 'tell the bank to go on',
      next: async () => {
        const [file] = await files()
        const { Dateien } = await see(first, `/auszahlungen/${await proposal()}`)
        if (Dateien[0].AusfuehrenVon) return null
        return press(first, 'PUT', `/auszahlungen/dateien/${file!.id}/ausfuehrung`, { Grund })
      },
    },
    {
      name: 'apply the status file (pain.002)',
      next: async () => {
        clock.set(dayAfter)
        return upload('status.xml', async () => {
          const [file] = await files()
          const [a, b, c, d] = await payments(file!.id)
          return fixtures.report(file!.message, [
            { endToEndId: a!.id, status: 'ACSC' },
            { endToEndId: b!.id, status: 'RJCT', reasonCode: 'AC04' },
            { endToEndId: c!.id, status: 'ACCP' },
            { endToEndId: d!.id, status: 'ACCP' },
          ])
        })
      },
    },
    {
      name: 'confirm what was rejected',
      next: async () => {
        const { Ablehnungen } = await see(second, '/kontoauszuege/stand')
        const [file] = Ablehnungen
        if (!file) return null
        return press(second, 'PUT', `/kontoauszuege/ablehnungen/${file.Id}`, {
          Anzahl: file.Anzahl,
          Entscheidung: 'bestaetigt',
          Grund,
        })
      },
    },
    {
      name: 'confirm a file by hand',
      next: async () => {
        const [, file] = await files()
        return { does: 'confirm', id: file!.id, by: first.id }
      },
    },
    { name: 'apply the statement (camt.053)', next: () => upload('auszug.xml', statement) },
    {
      name: 'confirm what came back',
      next: async () => {
        const line = await openLine('K-5')
        if (!line) return null
        const { Zahlungen } = await see(second, `/kontoauszuege/${line.id}`)
        return press(second, 'PUT', `/kontoauszuege/${line.id}/rueckgabe`, {
          Zahlung: Zahlungen[0].Id,
          Entscheidung: 'bestaetigt',
          Grund,
        })
      },
    },
    { name: 'assign a repayment', next: assign('K-7', { Art: 'repayment', Wozu: clawback.id }) },
    { name: 'assign a line that is not ours', next: assign('K-8', { Art: 'other' }) },
    {
      name: 'close the day',
      next: async () => {
        const { AbgeschlossenBis } = await see(second, '/kontoauszuege/stand')
        if (AbgeschlossenBis) return null
        return press(second, 'PUT', '/kontoauszuege/abschluss', { Tag: bankDay, Grund })
      },
    },
  ]
  return { plans, rewards }
}
