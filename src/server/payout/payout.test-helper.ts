import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { expect } from 'vitest'
import type { TestServer } from '../../../test/helpers/server.ts'
import { maskIban } from '../../domain/iban.ts'
import type { Actor } from '../base/audit-store.ts'
import { hashBody } from '../base/idempotency-store.ts'
import { issueToken } from '../base/token-store.ts'
import { uuidv7 } from '../base/uuid.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { writeStatusReport } from '../gateways/bank-files/write-status-report.ts'
import { checkLedger } from '../reward/check-ledger-store.ts'
import { post } from '../reward/ledger-store.ts'
import { rewardPlace } from '../reward/check-bank-data.ts'
import { payDue } from './play-both.ts'
import { showBatch } from './list-batches.ts'

export const operator: Actor = { kind: 'operator', id: 'test' }
export const ibans = {
  first: 'DE89370400440532013000',
  second: 'DE44500105175407324931',
  third: 'DE02120300000000202051',
}

type Status = {
  endToEndId: string
  status: 'ACSC' | 'RJCT' | 'ACCP' | 'ACTC' | 'ACSP'
  reasonCode?: string
}

/** Goodwill rewards as the reward slice leaves them. */
export function makeFixtures({ deps, db, clock }: TestServer, tenant = 'standard') {
  const inTenant = <T>(work: (tx: Tx) => Promise<T>) => withTenant(db, tenant, work)

  const account = (language: 'de' | 'en' = 'de') =>
    inTenant(async (tx) => {
      const id = uuidv7()
      await tx
        .insertInto('accounts')
        .values({
          tenant,
          account_id: id,
          email: `${id}@haus.example`,
          first_name: 'Mira',
          last_name: 'Stern',
          language,
          referrer_hash: randomUUID(),
          created_at: deps.clock.now().toString(),
        })
        .execute()
      return id
    })

  /** Collects a provided reward with bank data; due today by default. */
  const collect = (rewardId: string, iban: string = ibans.first, dueOn = deps.clock.today()) => {
    // Gives the payouts of one reward an order in time.
    clock.advance('PT1S')
    return inTenant(async (tx) => {
      const now = deps.clock.now().toString()
      await tx
        .insertInto('reward_bank_data')
        .values({
          tenant,
          reward_id: rewardId,
          holder: 'Mira Größenwahn & Söhne',
          iban_encrypted: deps.keys.encrypt(iban, rewardPlace(tenant, rewardId)),
          iban_mask: maskIban(iban),
          iban_hash: deps.keys.lookup(iban),
          created_at: now,
        })
        .execute()
      await tx
        .updateTable('rewards')
        .set({
          state: 'collected',
          taken_as: 'cash',
          collected_at: now,
          due_on: dueOn.toString(),
          payout_problem: null,
        })
        .where('tenant', '=', tenant)
        .where('reward_id', '=', rewardId)
        .where('state', '=', 'provided')
        .execute()
    })
  }

  const provided = async (cents = 5000, language: 'de' | 'en' = 'de') => {
    const accountId = await account(language)
    return inTenant(async (tx) => {
      const rewardId = uuidv7()
      const now = deps.clock.now()
      await tx
        .insertInto('rewards')
        .values({
          tenant,
          reward_id: rewardId,
          beneficiary: 'referrer',
          account_id: accountId,
          cents,
          rule: '{}',
          state: 'provided',
          created_at: now.toString(),
          provided_at: now.toString(),
          provisions: 1,
        })
        .execute()
      await post(tx, tenant, { rewardId, cents }, 'created', 'created', now)
      await post(tx, tenant, { rewardId, cents }, 'provided', 'provided', now)
      await issueToken(tx, deps.keys, tenant, {
        kind: 'reward',
        subject: rewardId,
        now,
        expiresAt: null,
        uses: null,
      })
      return rewardId
    })
  }

  const collected = async (
    cents = 5000,
    iban: string = ibans.first,
    language: 'de' | 'en' = 'de',
  ) => {
    const rewardId = await provided(cents, language)
    await collect(rewardId, iban)
    return rewardId
  }

  const reward = (id: string) =>
    inTenant((tx) =>
      tx
        .selectFrom('rewards')
        .selectAll()
        .where('tenant', '=', tenant)
        .where('reward_id', '=', id)
        .executeTakeFirstOrThrow(),
    )

  const payouts = (rewardId: string) =>
    inTenant((tx) =>
      tx
        .selectFrom('payouts')
        .selectAll()
        .where('tenant', '=', tenant)
        .where('reward_id', '=', rewardId)
        .orderBy('created_at')
        .execute(),
    )

  const mails = (template: string) =>
    inTenant((tx) =>
      tx
        .selectFrom('mails')
        .selectAll()
        .where('tenant', '=', tenant)
        .where('template', '=', template)
        .orderBy('mail_id')
        .execute(),
    )

  const liveTokens = (rewardId: string) =>
    inTenant((tx) =>
      tx
        .selectFrom('tokens')
        .selectAll()
        .where('tenant', '=', tenant)
        .where('subject', '=', rewardId)
        .where('revoked_at', 'is', null)
        .execute(),
    )

  /** One fingerprint per table of everything that a repeated file must not touch. */
  const snapshot = () =>
    inTenant(async (tx) => {
      const tables = [
        'rewards',
        'payouts',
        'ledger_postings',
        'mails',
        'tokens',
        'outbox',
        'reward_bank_data',
        'referrals',
      ]
      const prints: Record<string, string> = {}
      for (const table of tables) {
        const { rows } = await sql<{ row: string }>`
          select row_to_json(t)::text as row from ${sql.table(table)} t
          where tenant = ${tenant} ${table === 'outbox' ? sql`and kind <> 'apply-bank-file'` : sql``} order by 1`.execute(
          tx,
        )
        prints[table] = hashBody(rows)
      }
      return prints
    })

  /** A batch of these amounts, with what a bank needs to answer it. */
  async function sent(...cents: number[]) {
    const rewards: string[] = []
    for (const each of cents) rewards.push(await collected(each))
    const batch = await payDue(deps, tenant, operator)
    if (!batch) throw new Error('no batch')
    const { batch: stored } = await showBatch(deps, tenant, batch.batchId)
    const ids = await Promise.all(
      rewards.map(async (id) => (await payouts(id)).at(-1)?.end_to_end_id ?? ''),
    )
    return { rewards, ids, batchId: batch.batchId, messageId: stored.message_id }
  }

  /** A pain.002 with a status for each payment. */
  const report = (originalMessageId: string, transactions: Status[]) =>
    writeStatusReport({
      messageId: 'BANK-1',
      createdAt: clock.now(),
      originalMessageId,
      transactions,
    })

  const states = async (rewards: string[]) =>
    Promise.all(
      rewards.map(async (id) => [
        (await reward(id)).state,
        (await payouts(id)).map((payout) => payout.state).join(),
      ]),
    )

  const booksAreRight = async () =>
    expect(await inTenant((tx) => checkLedger(tx, tenant))).toEqual([])

  return {
    inTenant,
    provided,
    collect,
    collected,
    reward,
    payouts,
    mails,
    liveTokens,
    snapshot,
    sent,
    report,
    states,
    booksAreRight,
  }
}

type Movement = {
  id: string
  cents: number
  direction?: 'DBIT' | 'CRDT'
  status?: string
  currency?: string
  reason?: string
}

/** A camt.054.001.08 with one booking per movement; a `reason` marks a return. */
export function notice(...movements: Movement[]): Uint8Array {
  const bookings = movements.map(
    ({ id, cents, direction = 'DBIT', status = 'BOOK', currency = 'EUR', reason }) => {
      const amount = `<Amt Ccy="${currency}">${(cents / 100).toFixed(2)}</Amt>`
      const returned = reason ? `<RtrInf><Rsn><Cd>${reason}</Cd></Rsn></RtrInf>` : ''
      return `<Ntry>${amount}<CdtDbtInd>${direction}</CdtDbtInd><Sts><Cd>${status}</Cd></Sts><NtryDtls><TxDtls>
      <Refs><EndToEndId>${id}</EndToEndId></Refs>${amount}<CdtDbtInd>${direction}</CdtDbtInd>${returned}</TxDtls></NtryDtls></Ntry>`
    },
  )
  return camt(bookings.join(''))
}

/** One booking for a whole file. */
export function batchNotice(
  messageId: string,
  cents: number,
  count: number,
  direction: 'DBIT' | 'CRDT' = 'DBIT',
): Uint8Array {
  const reversal = direction === 'CRDT' ? '<RvslInd>true</RvslInd>' : ''
  return camt(`<Ntry><Amt Ccy="EUR">${(cents / 100).toFixed(2)}</Amt><CdtDbtInd>${direction}</CdtDbtInd>${reversal}
    <Sts><Cd>BOOK</Cd></Sts><NtryDtls><Btch><MsgId>${messageId}</MsgId><NbOfTxs>${count}</NbOfTxs></Btch></NtryDtls></Ntry>`)
}

/** Whose statements they are. */
export const ownAccounts = {
  standard: 'DE02120300000000202051',
  bgv: 'DE44500105175407324931',
  telko: 'DE02100100100006820101',
}

/** The same file as another tenant's bank would give it. */
export const of = (tenant: keyof typeof ownAccounts, file: Uint8Array): Uint8Array =>
  Buffer.from(Buffer.from(file).toString().replace(ownAccounts.standard, ownAccounts[tenant]))

export const camt = (inside: string) =>
  Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.054.001.08">` +
      `<BkToCstmrDbtCdtNtfctn><Ntfctn><Id>N-1</Id><Acct><Id><IBAN>${ownAccounts.standard}</IBAN></Id></Acct>${inside}</Ntfctn></BkToCstmrDbtCdtNtfctn></Document>`,
  )

const word = (name: string, { status, reasons = [] }: Word) =>
  (status ? `<${name}>${status}</${name}>` : '') +
  reasons.map((code) => `<StsRsnInf><Rsn><Cd>${code}</Cd></Rsn></StsRsnInf>`).join('')

/** A bank's status on one level of a pain.002; `cents` as it repeats the amount. */
type Word = { status?: string; reasons?: readonly string[]; cents?: number }

/** A pain.002 with any status on any level: the file, payment blocks (ours unless `of` names another), payments. */
export function layeredReport(
  messageId: string,
  file: Word,
  ...blocks: (Word & { of?: string; payments?: (Word & { id: string })[] })[]
): string {
  const payment = ({ id, cents, ...said }: Word & { id: string }) =>
    `<TxInfAndSts><OrgnlEndToEndId>${id}</OrgnlEndToEndId>${word('TxSts', said)}` +
    (cents === undefined
      ? ''
      : `<OrgnlTxRef><Amt><InstdAmt Ccy="EUR">${(cents / 100).toFixed(2)}</InstdAmt></Amt></OrgnlTxRef>`) +
    '</TxInfAndSts>'
  const inside = blocks.map(
    ({ of = messageId, payments = [], ...said }) =>
      `<OrgnlPmtInfAndSts><OrgnlPmtInfId>${of}</OrgnlPmtInfId>${word('PmtInfSts', said)}${payments.map(payment).join('')}</OrgnlPmtInfAndSts>`,
  )
  return Buffer.from(groupReport(messageId, ''))
    .toString()
    .replace('<GrpSts></GrpSts>', word('GrpSts', file))
    .replace('</OrgnlGrpInfAndSts>', `</OrgnlGrpInfAndSts>${inside.join('')}`)
}

export function groupReport(messageId: string, status: string, reason?: string): Uint8Array {
  const why = reason ? `<StsRsnInf><Rsn><Cd>${reason}</Cd></Rsn></StsRsnInf>` : ''
  return Buffer.from(
    `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.002.001.10">` +
      `<CstmrPmtStsRpt><GrpHdr><MsgId>B1</MsgId></GrpHdr><OrgnlGrpInfAndSts><OrgnlMsgId>${messageId}</OrgnlMsgId>` +
      `<OrgnlMsgNmId>pain.001.001.09</OrgnlMsgNmId><GrpSts>${status}</GrpSts>${why}</OrgnlGrpInfAndSts></CstmrPmtStsRpt></Document>`,
  )
}
