import { sql } from 'kysely'
import { makeOperator } from '../../test/helpers/operator.ts'
import { changeTenant } from '../../test/helpers/agency.ts'
import { BERLIN } from '../../src/domain/dates.ts'
import { system } from '../../src/server/base/audit-store.ts'
import { stoppedClock } from '../../src/server/base/clock.ts'
import { withTenant } from '../../src/server/db/connection.ts'
import { applyBankFile } from '../../src/server/payout/apply-status.ts'
import { confirmBatch } from '../../src/server/payout/confirm-batch.ts'
import { releasePayout } from '../../src/server/payout/release-payout.ts'
import { listFilesOf } from '../../src/server/payout/store.ts'
import { startChild } from '../child.ts'
import { compare, median, single, type Figure } from '../figure.ts'
import { fillPayouts } from '../fill-payouts.ts'
import { makeDeps } from '../make-deps.ts'
import { startServer, type Bench, type Part } from '../part.ts'

const payments = 50_000
const perFile = 5_000
const iban = 'DE02120300000000202051'

/** One payout of 50,000 payments from the proposal to the bank's words, as operators and jobs make it. */
export const measurePayout: Part = async (bench) => {
  const at = await open(bench)
  const took: Record<string, number[]> = {}
  const note = (what: string, ms: number) => {
    ;(took[what] ??= []).push(ms)
    bench.say(`payout, ${what}: ${ms.toFixed(0)} ms`)
  }
  try {
    const call = async (what: string, method: string, path: string, body?: object) => {
      const { ms, answer } = await at.send(method, path, body)
      note(what, ms)
      return answer
    }
    const { AuszahlungId: id } = await call('propose', 'POST', '', {})
    for (let i = 0; i < bench.rounds; i++) {
      await call('show', 'GET', `/${id}`)
      await call('first page of its payments', 'PUT', `/${id}/zahlungen`, { Pagesize: 50 })
      const filter = { Pagesize: 50, Filter: { Art: 'geteilt' } }
      await call('its payments to shared accounts', 'PUT', `/${id}/zahlungen`, filter)
    }
    const { Version, Fingerabdruck } = await call('show', 'GET', `/${id}`)
    at.as('approver')
    await call('approve', 'PUT', `/${id}/freigabe`, { Version, Fingerabdruck })
    const before = process.memoryUsage().rss
    let most = before
    const watch = setInterval(() => (most = Math.max(most, process.memoryUsage().rss)), 50)
    const started = performance.now()
    await releasePayout(at.deps, 'standard', id)
    const seconds = (performance.now() - started) / 1000
    clearInterval(watch)
    bench.say(`payout, files: ${seconds.toFixed(1)} s, ${((most - before) / 1e6).toFixed(0)} MB`)
    await call('show once released', 'GET', `/${id}`)
    const bare = await at.bare.ask<{ seconds: number }>('pay')
    const words = await sayWords(at, id, bench)
    const figures: Figure[] = [
      compare({ what: 'payout of 50,000: its files', baseline: 'bare rows and files', unit: 's' }, [
        { ours: seconds, baseline: bare.seconds },
      ]),
      single('payout of 50,000: memory while its files are written', (most - before) / 1e6, 'MB'),
      ...Object.entries(took).map(([what, ms]) =>
        single(`payout of 50,000: ${what}`, median(ms) / 1000, 's', {
          of: 'ours',
          atMost: ['propose', 'approve'].includes(what) ? 8 : 3, // once a week; each time it is looked at
        }),
      ),
      ...words,
    ]
    return {
      figures,
      notes: [
        `Payout: ${payments.toLocaleString('en')} payments of ${payments.toLocaleString('en')} people in ten files of ${perFile.toLocaleString('en')}; what an operator presses over HTTP, files and the bank's words as their jobs do them. Baseline: a program of its own that writes the same files and rows from memory by inserts of whole sets.`,
      ],
    }
  } finally {
    await at.stop()
  }
}

type At = Awaited<ReturnType<typeof open>>

/** Each of a file of its own: a status report, one sum, single lines, a person's word. */
async function sayWords(at: At, id: string, { rounds, say: tell }: Bench): Promise<Figure[]> {
  const files = await withTenant(at.deps.db, 'standard', (tx) => listFilesOf(tx, 'standard', id))
  const day = files[0]!.execution_on
  // No bank books before the day of execution.
  const deps = { ...at.deps, clock: stoppedClock(at.deps.clock, eveningOf(day)) }
  const words: Record<string, (file: (typeof files)[number]) => Promise<unknown>> = {
    'status report that accepts': async (file) =>
      apply(report(file.message_id, 'ACCP', await idsOf(deps, file.batch_id))),
    'statement with one sum': (file) => apply(sumOf(file, day)),
    'statement with single lines': async (file) =>
      apply(linesOf(await idsOf(deps, file.batch_id), day)),
    'confirmed by hand': (file) => confirmBatch(deps, 'standard', file.batch_id, system),
    'status report that settles': async (file) =>
      apply(report(file.message_id, 'ACSC', await idsOf(deps, file.batch_id))),
  }
  const apply = (text: string) =>
    applyBankFile(deps, 'standard', Buffer.from(text), system, { cameBy: 'folder' })
  const figures: Figure[] = []
  for (const [place, [what, say]] of Object.entries(words).entries()) {
    const seconds: number[] = []
    for (let round = 0; round < Math.min(rounds, 2); round++) {
      const file = files[(place === 0 ? 0 : place - 1) * 2 + round]!
      const started = performance.now()
      await say(file)
      seconds.push((performance.now() - started) / 1000)
      tell(`payout, word: ${what}: ${(performance.now() - started).toFixed(0)} ms`)
    }
    // Of ten files: 50,000 payments within a minute.
    figures.push(
      single(`${perFile.toLocaleString('en')} payments: ${what}`, median(seconds), 's', {
        of: 'ours',
        atMost: 6,
      }),
    )
  }
  return figures
}

async function idsOf(deps: At['deps'], batchId: string) {
  const { rows } = await withTenant(deps.db, 'standard', (tx) =>
    sql<{ id: string; cents: number }>`
      select end_to_end_id as id, cents from payouts where tenant = 'standard' and batch_id = ${batchId}`.execute(
      tx,
    ),
  )
  return rows
}
type Ids = Awaited<ReturnType<typeof idsOf>>

const report = (messageId: string, status: 'ACCP' | 'ACSC', ids: Ids) =>
  `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10"><CstmrPmtStsRpt><GrpHdr><MsgId>B</MsgId></GrpHdr><OrgnlGrpInfAndSts><OrgnlMsgId>${messageId}</OrgnlMsgId><OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId></OrgnlGrpInfAndSts><OrgnlPmtInfAndSts><OrgnlPmtInfId>${messageId}</OrgnlPmtInfId>${ids.map(({ id }) => `<TxInfAndSts><OrgnlEndToEndId>${id}</OrgnlEndToEndId><TxSts>${status}</TxSts></TxInfAndSts>`).join('')}</OrgnlPmtInfAndSts></CstmrPmtStsRpt></Document>`

const euros = (cents: number) => `<Amt Ccy="EUR">${(cents / 100).toFixed(2)}</Amt>`
const eveningOf = (day: string) =>
  Temporal.PlainDate.from(day).toZonedDateTime({ timeZone: BERLIN, plainTime: '20:00' }).toInstant()
let references = 0
const entry = (cents: number, day: string, details: string) =>
  `<Ntry>${euros(cents)}<CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt><AcctSvcrRef>R${++references}</AcctSvcrRef><NtryDtls>${details}</NtryDtls></Ntry>`
const statement = (entries: string) =>
  `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt><Id>S</Id><Acct><Id><IBAN>${iban}</IBAN></Id></Acct>${entries}</Stmt></BkToCstmrStmt></Document>`
const sumOf = (file: { message_id: string; total_cents: number; transfers: number }, day: string) =>
  statement(
    entry(
      file.total_cents,
      day,
      `<Btch><MsgId>${file.message_id}</MsgId><NbOfTxs>${file.transfers}</NbOfTxs></Btch>`,
    ),
  )
const linesOf = (ids: Ids, day: string) =>
  statement(
    ids
      .map(({ id, cents }) =>
        entry(cents, day, `<TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs></TxDtls>`),
      )
      .join(''),
  )

async function open(bench: Bench) {
  const database = await bench.cluster.create('bench_payout', 20)
  const deps = makeDeps(database.appUrl, { log: 'silent' })
  await fillPayouts(database, deps, payments)
  bench.say('50,000 due rewards made')
  const rules = { aloneCents: 99_999_999, proposeCents: 99_999_999 }
  await changeTenant({ db: deps.db, deps, clock: deps.clock } as never, 'standard', {
    payouts: rules,
  })
  const roles = { preparer: 'payout-preparer', approver: 'payout-approver' } as const
  const tokens = {
    preparer: (await makeOperator({ db: deps.db, deps }, 'vor@betrieb.example', [roles.preparer]))
      .token,
    approver: (await makeOperator({ db: deps.db, deps }, 'frei@betrieb.example', [roles.approver]))
      .token,
  }
  let who: keyof typeof tokens = 'preparer'
  const { origin, child } = await startServer(bench, database)
  const bare = startChild('./bare-payout.ts', { ...database, payments, perFile }, null)
  return {
    deps,
    bare,
    as: (one: keyof typeof tokens) => (who = one),
    send: async (method: string, path: string, body?: object) => {
      const started = performance.now()
      const { request } = await import('node:http')
      const { promise, resolve, reject } = Promise.withResolvers<string>()
      const sent = request(
        `${origin}/api/v1/standard/betrieb/auszahlungen${path}`,
        {
          method,
          headers: {
            host: 'betrieb.localhost',
            authorization: `Bearer ${tokens[who]}`,
            'content-type': 'application/json',
            'x-requested-with': 'bench',
          },
        },
        (answer) => {
          const parts: Buffer[] = []
          answer.on('data', (part: Buffer) => parts.push(part))
          answer.on('end', () => {
            const text = Buffer.concat(parts).toString()
            if (answer.statusCode! < 300) resolve(text)
            else reject(new Error(`${method} ${path}: ${answer.statusCode} ${text}`))
          })
        },
      )
      sent.on('error', reject)
      sent.end(body && JSON.stringify(body))
      const text = await promise
      return { ms: performance.now() - started, answer: text ? JSON.parse(text) : null }
    },
    async stop() {
      await child.stop()
      await bare.stop()
      await deps.db.close()
    },
  }
}
