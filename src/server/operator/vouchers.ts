import * as contract from '../../contract/betrieb-gutscheine.ts'
import { decodeText } from '../../domain/decode-text.ts'
import { say, type Listener, type Said } from '../../domain/say.ts'
import {
  givenFrom,
  largestVoucherFile,
  mostVoucherLines,
  poolState,
  usedWeeks,
  weeksLeft,
} from '../../domain/voucher-pool.ts'
import { countTry, hour, tooManyRequests } from '../base/limits.ts'
import { listActiveOptions } from '../catalogue/option-view.ts'
import { listRewardOptions } from '../catalogue/store.ts'
import { actorOf } from '../context.ts'
import { mayRetry } from '../../domain/voucher-order.ts'
import { withTenant } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { importVouchers } from '../reward/import-vouchers.ts'
import { readVoucherFile } from '../reward/read-voucher-file.ts'
import { listOpenOrders } from '../reward/voucher-order-store.ts'
import { countStock, listLowPools } from '../reward/voucher-pool-store.ts'
import { serve } from '../serve.ts'
import { personOf } from '../team/sign-in.ts'

export const showVouchers = serve(contract.showVouchers, (call) =>
  call.transaction(async (tx) => {
    const { tenant, now, today, locale } = call
    const { code, voucherExpiryDays: expiryDays, leastVouchers: least } = tenant
    const options = (await listRewardOptions(tx, code)).filter(({ kind }) => kind === 'voucher')
    const active = new Set((await listActiveOptions(tx, code, today)).map((one) => one.option_id))
    const counted = await countStock(tx, code, { now, today, from: givenFrom(today, expiryDays) })
    // Codes of the provider have no stock.
    const ordered = new Set(options.filter((one) => one.voucher?.order).map((one) => one.option_id))
    const stock = counted.filter((pool) => !ordered.has(pool.option_id))
    const orders = await listOpenOrders(tx, code, mostOrders)
    const told = await listLowPools(tx, code)
    return {
      expiryDays,
      least,
      weeks: usedWeeks,
      vouchers: options.map(({ option_id: id, title }) => ({
        id,
        title: title[locale],
        isOffered: active.has(id),
        isOrdered: ordered.has(id),
      })),
      provider: tenant.voucherProvider && {
        name: tenant.voucherProvider.name,
        isSandbox: tenant.voucherProvider.isSandbox,
      },
      orders: orders.map((one) => ({
        id: one.reward_id,
        option: one.option_id,
        cents: one.cents,
        state: one.state,
        reason: one.reason,
        madeAt: one.made_at.toString(),
        canRetry: mayRetry(one),
        version: one.version,
      })),
      pools: stock.map(({ option_id: option, next_expiry: nextExpiry, ...pool }) => ({
        ...pool,
        option,
        state: active.has(option) ? poolState(pool, least) : 'ruht',
        weeksLeft: weeksLeft(pool),
        nextExpiry,
        toldAt:
          told
            .find((one) => one.option_id === option && one.cents === pool.cents)
            ?.told_at.toString() ?? null,
      })),
    }
  }),
)

const mostOrders = 100
export const filesPerHour = 30
const shownLines = 20

export const importVoucherCodes = serve(contract.importVoucherCodes, async (call) => {
  const { deps, tenant, params, body, realNow } = call
  const { operatorId } = personOf(call)
  const limits = [{ bucket: `voucher-file|${operatorId}`, most: filesPerHour, windowSeconds: hour }]
  const wait = await withTenant(deps.db, tenant.code, (tx) =>
    countTry(tx, tenant.code, limits, realNow),
  )
  if (wait !== null) throw tooManyRequests(wait)
  const { rows, refused } = readCodes(Buffer.from(body.file, 'base64'), call)
  const report = await call.transaction((tx) =>
    importVouchers(tx, deps, tenant, params.id, rows, actorOf(call.caller), {
      reason: body.reason,
      refused,
    }),
  )
  return {
    imported: report.imported,
    refused: report.refused.length,
    lines: report.refused
      .slice(0, shownLines)
      .map(({ line, reason: problem }) => ({ line, problem })),
  }
})

function readCodes(content: Buffer, call: Listener) {
  if (content.length === 0) throw invalid('empty', call)
  if (content.length > largestVoucherFile) throw invalid('large', call)
  const isWide = content[0] === 0xff && content[1] === 0xfe
  if (!isWide && content.includes(0)) throw invalid('binary', call)
  const read = readVoucherFile(decodeText(content))
  if (!read) throw invalid('header', call)
  const lines = read.rows.length + read.refused.length
  if (lines === 0) throw invalid('empty', call)
  if (lines > mostVoucherLines) throw invalid('long', call)
  return read
}

const texts = {
  empty: { de: 'Die Datei enthält keine Codes.', en: 'The file has no codes in it.' },
  large: { de: 'Die Datei ist größer als 2 MB.', en: 'The file is larger than 2 MB.' },
  long: {
    de: 'Die Datei hat mehr als 20.000 Zeilen. Bitte auf mehrere Dateien aufteilen.',
    en: 'The file has more than 20,000 lines. Please split it.',
  },
  binary: {
    de: 'Das ist keine CSV-Datei. Tabellen lassen sich im Tabellenprogramm als CSV speichern.',
    en: 'This is no CSV file. Spreadsheets can be saved as CSV.',
  },
  header: {
    de: 'Die erste Zeile muss sagen, was in den Spalten steht: code;amount (Euro) oder code;cents, dazu expires, wo Codes ablaufen.',
    en: 'The first line must say what the columns are: code;amount (euros) or code;cents, and expires where codes do.',
  },
} satisfies Record<string, Said>

const invalid = (text: keyof typeof texts, call: Listener) =>
  fail('validation', { fields: [{ field: 'Datei', message: say(texts[text], call) }] })
