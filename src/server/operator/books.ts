import * as contract from '../../contract/betrieb-buecher.ts'
import { accountWord } from '../../contract/ledger-words.ts'
import { rowsOfMonth } from '../../domain/books.ts'
import { accounts } from '../../domain/ledger.ts'
import { closesFrom, sayMissing } from '../../domain/month-closing.ts'
import { say, type Said } from '../../domain/say.ts'
import type { Locale } from '../../domain/tenant.ts'
import { findLastCheck, findWaitingCheck, listSums, type BooksSum } from '../books/books-store.ts'
import { queueCheck } from '../books/run-check.ts'
import { draftMonth, isBeforeClosed, judgeClosing, nextToClose } from '../books/close-month.ts'
import { listClosedMonths, listFiles } from '../books/month-store.ts'
import { findWaitingMonth } from '../books/month-wait-store.ts'
import { serve } from '../serve.ts'
import { operatorNames } from '../team/operator-names.ts'
import { csvLine, euros, sendFile } from './list-file.ts'
import { operatorOf } from './reward-list.ts'

const order: readonly string[] = accounts

const documentWords: Record<string, { de: string; en: string }> = {
  invoice: { de: 'Ausgestellte Rechnungen, Summe', en: 'Invoices issued, total' },
  credit: {
    de: 'Ausgestellte Rechnungskorrekturen, Summe',
    en: 'Invoice corrections issued, total',
  },
  'self-billed': { de: 'Gutschriften an Agenturen', en: 'Credit notes to agencies' },
  codes: { de: 'Gutscheincodes im Bestand', en: 'Voucher codes in stock' },
  booked: { de: 'Gebucht, auch in DATEV', en: 'Booked, also in DATEV' },
  statement: { de: 'Laut Kontoauszug, zugeordnet', en: 'By the statement, assigned' },
  open: { de: 'Laut Kontoauszug, noch offen', en: 'By the statement, still open' },
}
const nameOf = (account: string, locale: Locale) =>
  documentWords[account]?.[locale] ?? accountWord(account, locale)

const ledgerWords: Record<BooksSum['ledger'], Said> = {
  rewards: { de: 'Prämien', bonus: { de: 'Boni' }, en: 'Rewards' },
  commissions: { de: 'Provisionen', en: 'Commissions' },
  notes: { de: 'Gutschriften der Verkaufspartner', en: 'Credit notes of sales partners' },
  invoices: { de: 'Rechnungen der Agenturen', en: 'Invoices of agencies' },
  vouchers: { de: 'Gutscheine', en: 'Vouchers' },
  bank: { de: 'Bankkonto', en: 'Bank account' },
}

function rowsOf(sums: readonly BooksSum[], month: string) {
  const byLedger = Map.groupBy(sums, ({ ledger }) => ledger)
  return contract.ledgers.flatMap((ledger) =>
    rowsOfMonth(
      (byLedger.get(ledger) ?? []).map((sum) => ({
        account: sum.account,
        month: sum.month,
        debit: sum.debit_cents,
        credit: sum.credit_cents,
      })),
      month,
    )
      .toSorted((a, b) => order.indexOf(a.account) - order.indexOf(b.account))
      .map((row) => ({ ledger, ...row })),
  )
}

const monthsOf = (sums: readonly BooksSum[]) =>
  [...new Set(sums.map(({ month }) => month))].toSorted().toReversed()

export const showBooks = serve(contract.showBooks, (call) =>
  call.transaction(async (tx) => {
    const { tenant, query, locale, now } = call
    const { code } = tenant
    const last = await findLastCheck(tx, code)
    const sums = await listSums(tx, code)
    const closed = await listClosedMonths(tx, code)
    const files = Map.groupBy(await listFiles(tx, code), (file) => file.month)
    const names = await operatorNames(tx, code, [
      last?.asked_by ?? null,
      ...closed.map(({ closed_by }) => closed_by),
    ])
    const next = await nextToClose(tx, code, now)
    const waits = await findWaitingMonth(tx, code)
    const months = monthsOf(sums)
    const month = query.month ?? months[0] ?? null
    const { accounting } = tenant
    const before = accounting ? months.filter((one) => isBeforeClosed(closed, one)) : []
    const drafts =
      accounting && query.month && before.includes(query.month)
        ? await draftMonth(tx, code, { month: query.month, accounting, now, keys: call.deps.keys })
        : []
    const isBy = last?.asked_by ? (names.get(last.asked_by) ?? null) : null
    return {
      check: last
        ? {
            checkedAt: last.checked_at!.toString(),
            asOf: last.as_of!.toString(),
            by: isBy,
            seconds: Math.round(last.took_ms! / 100) / 10,
            count: last.difference_count!,
            differences: last.differences,
          }
        : null,
      waitingSince: (await findWaitingCheck(tx, code))?.toString() ?? null,
      closed: closed.map((one) => ({
        month: one.month,
        at: one.closed_at.toString(),
        by: names.get(one.closed_by) ?? null,
        lines: one.lines,
        cents: one.cents,
        files: (files.get(one.month) ?? []).map((file) => ({ ...file, month: undefined })),
      })),
      before,
      drafts: drafts
        .filter(({ lines }) => lines > 0)
        .map(({ format, part, lines }) => ({ format, part, lines })),
      next: {
        month: next,
        cannot: await judgeClosing(tx, tenant, next, now),
        byItself:
          tenant.monthCloseDay === null ? null : closesFrom(next, tenant.monthCloseDay).toString(),
      },
      waits: waits
        ? {
            month: waits.month,
            day: waits.tried_on,
            missing: waits.missing.map((one) => sayMissing(one, locale)),
          }
        : null,
      months,
      month,
      rows: month
        ? rowsOf(sums, month).map((row) => ({
            ...row,
            ledgerName: say(ledgerWords[row.ledger], call),
            name: nameOf(row.account, locale),
          }))
        : [],
    }
  }),
)

export const checkBooks = serve(contract.checkBooks, (call) =>
  call.transaction(async (tx) => {
    const { deps, tenant, today, caller } = call
    const askedBy = operatorOf(caller).operatorId
    await queueCheck(tx, deps, tenant.code, { day: today, askedBy })
    return { day: today.toString() }
  }),
)

const heads: Said[] = [
  { de: 'Monat', en: 'Month' },
  { de: 'Buch', en: 'Ledger' },
  { de: 'Konto', en: 'Account' },
  { de: 'Anfang', en: 'Opening' },
  { de: 'Zugang', en: 'In' },
  { de: 'Abgang', en: 'Out' },
  { de: 'Ende', en: 'Closing' },
]

export const showBooksFile = serve(contract.showBooksFile, async (call) => {
  const { tenant, query } = call
  const language = query.language ?? call.locale
  const sums = await call.transaction((tx) => listSums(tx, tenant.code))
  const lines = monthsOf(sums)
    .toReversed()
    .map((month) =>
      rowsOf(sums, month)
        .map((row) =>
          csvLine([
            month,
            say(ledgerWords[row.ledger], { locale: language, tenant }),
            nameOf(row.account, language),
            ...[row.opening, row.debit, row.credit, row.closing].map((cents) =>
              euros(cents, language),
            ),
          ]),
        )
        .join(''),
    )
  const head = csvLine(heads.map((title) => say(title, { locale: language, tenant })))
  await sendFile(
    call,
    operatorOf(call.caller),
    { name: 'buecher', details: {} },
    (async function* () {
      yield `\ufeff${head}`
      for (const line of lines) yield line
    })(),
  )
  return undefined
})
