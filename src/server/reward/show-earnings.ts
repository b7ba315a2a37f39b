import * as contract from '../../contract/empfehler-einnahmen.ts'
import type { AnswerOf } from '../../contract/endpoint.ts'
import { toCsvCell } from '../../domain/csv.ts'
import { earningsByYear, type EarningKind } from '../../domain/earnings.ts'
import { say, type Said } from '../../domain/say.ts'
import { refuseCrossSite } from '../access/refuse-cross-site.ts'
import { referrerOf } from '../account/referrer-call.ts'
import type { Call } from '../context.ts'
import { serve } from '../serve.ts'
import { listReceived } from './earnings-store.ts'

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
  const euros = (cents: number) => {
    const signed = (cents / 100).toFixed(2)
    return call.locale === 'de' ? signed.replace('.', ',') : signed
  }
  const years = await readYears(call)
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
  return undefined
})
