import * as contract from '../../contract/empfehler-einnahmen.ts'
import { showContactEarningsFile as contactFile } from '../../contract/empfaenger-konto.ts'
import type { AnswerOf } from '../../contract/endpoint.ts'
import { toCsvCell } from '../../domain/csv.ts'
import { earningsByYear, type EarningKind, type EarningYear } from '../../domain/earnings.ts'
import { say, type Said } from '../../domain/say.ts'
import { refuseCrossSite } from '../access/refuse-cross-site.ts'
import { referrerOf } from '../account/referrer-call.ts'
import type { Call } from '../context.ts'
import { fail } from '../errors.ts'
import { requireOwner } from '../referral/own-recipient.ts'
import { findOwnRecipient } from '../referral/recipient-store.ts'
import { recipientOf } from '../referral/recipient-view.ts'
import { serve } from '../serve.ts'
import { listReceived, listReceivedAsContact } from './earnings-store.ts'

type Kind = AnswerOf<typeof contract.listEarnings>['years'][number]['entries'][number]['kind']

const kinds: Record<EarningKind, Kind> = {
  cash: 'Geld',
  voucher: 'Gutschein',
  'set-off': 'Verrechnung',
  returned: 'Zurueckgekommen',
  'paid-back': 'Rueckzahlung',
}

export const earningWords: Record<EarningKind, Said> = {
  cash: { de: 'Überweisung', en: 'Transfer' },
  voucher: { de: 'Gutschein', en: 'Voucher' },
  'set-off': { de: 'Verrechnung', en: 'Set-off' },
  returned: { de: 'Überweisung zurückgekommen', en: 'Transfer returned' },
  'paid-back': { de: 'Rückzahlung', en: 'Repayment' },
}

const head: Said[] = [
  { de: 'Jahr', en: 'Year' },
  { de: 'Tag', en: 'Day' },
  { de: 'Art', en: 'Kind' },
  { de: 'Betrag in Euro', en: 'Amount in euros' },
]

const readYears = async (call: Pick<Call, 'tenant' | 'caller' | 'transaction'>) => {
  const { accountId } = referrerOf(call.caller)
  return earningsByYear(
    await call.transaction((tx) => listReceived(tx, call.tenant.code, accountId)),
  )
}

export const listEarnings = serve(contract.listEarnings, async (call) => ({
  years: (await readYears(call)).map(({ entries, ...year }) => ({
    ...year,
    entries: entries.map((entry) => ({ ...entry, kind: kinds[entry.kind] })),
  })),
}))

export const showEarningsFile = serve(contract.showEarningsFile, async (call) => {
  refuseCrossSite(call.request)
  await sendEarningsFile(call, await readYears(call))
  return undefined
})

/** The owner of a contact's entry, by a mailed link, and what they received. */
export const readContactYears = (call: Pick<Call, 'tenant' | 'caller' | 'transaction'>) =>
  call.transaction(async (tx) => {
    const { tenant, caller } = call
    const contact = await findOwnRecipient(tx, tenant.code, recipientOf(caller))
    if (!contact) throw fail('recipient-token-invalid')
    requireOwner(caller, contact)
    const received = await listReceivedAsContact(tx, tenant.code, contact.number)
    return { contact, years: earningsByYear(received) }
  })

export const showContactEarningsFile = serve(contactFile, async (call) => {
  refuseCrossSite(call.request)
  await sendEarningsFile(call, (await readContactYears(call)).years)
  return undefined
})

async function sendEarningsFile(
  call: Pick<Call, 'locale' | 'tenant' | 'reply' | 'today'>,
  years: readonly EarningYear[],
): Promise<void> {
  const euros = (cents: number) => {
    const signed = (cents / 100).toFixed(2)
    return call.locale === 'de' ? signed.replace('.', ',') : signed
  }
  const lines = [
    head.map((cell) => say(cell, call)),
    ...years.flatMap(({ year, entries }) =>
      entries.map(({ on, kind, cents }) => [
        `${year}`,
        on,
        say(earningWords[kind], call),
        euros(cents),
      ]),
    ),
  ]
  const name = call.locale === 'de' ? 'einnahmen' : 'earnings'
  call.reply
    .header('Cache-Control', 'no-store')
    .header('Content-Disposition', `attachment; filename="${name}-${call.today.toString()}.csv"`)
    .type('text/csv; charset=utf-8')
  // The BOM lets spreadsheets read umlauts.
  await call.reply.send(
    `\ufeff${lines.map((cells) => `${cells.map(toCsvCell).join(';')}\r\n`).join('')}`,
  )
}
