import { showEarningsPdf as contract } from '../../contract/empfehler-einnahmen.ts'
import { showContactEarningsPdf as ofContact } from '../../contract/empfaenger-konto.ts'
import { formatGermanDate } from '../../domain/dates.ts'
import { earningsByYear, type EarningYear } from '../../domain/earnings.ts'
import { formatEnglishDate } from '../../domain/english-date.ts'
import { say, type Said } from '../../domain/say.ts'
import { refuseCrossSite } from '../access/refuse-cross-site.ts'
import { referrerOf } from '../account/referrer-call.ts'
import { findAccount } from '../account/store.ts'
import type { Call } from '../context.ts'
import {
  writeEarningsPdf,
  type EarningsDocument,
} from '../gateways/invoice-files/write-earnings-pdf.ts'
import { listReceived } from '../reward/earnings-store.ts'
import { earningWords, readContactYears } from '../reward/show-earnings.ts'
import { serve } from '../serve.ts'
import { readDocumentLook } from './read-document-look.ts'

const words = {
  title: { de: 'Einnahmen nach Jahren', en: 'Earnings by year' },
  name: { de: 'Name', en: 'Name' },
  written: { de: 'Erstellt am', en: 'Written on' },
  // As on the page.
  limit: {
    de: 'Für Einnahmen wie diese kennt das Steuerrecht eine Freigrenze: 256 Euro im Kalenderjahr, zusammen mit anderen Leistungen dieser Art (§ 22 Nr. 3 EStG). Auskunft gibt das Finanzamt.',
    en: 'For earnings like these, German tax law knows a limit: 256 euros in a calendar year, together with other services of this kind (section 22 no. 3 EStG). The tax office will tell you more.',
  },
  none: { de: 'Bisher ist nichts ausgezahlt.', en: 'Nothing has been paid yet.' },
} satisfies Record<string, Said>

/** The same as the page and the CSV, on paper. */
export const showEarningsPdf = serve(contract, async (call) => {
  refuseCrossSite(call.request)
  const { tenant, caller } = call
  const { accountId } = referrerOf(caller)
  const { account, years } = await call.transaction(async (tx) => ({
    account: await findAccount(tx, tenant.code, accountId),
    years: earningsByYear(await listReceived(tx, tenant.code, accountId)),
  }))
  const name = [account?.first_name, account?.last_name].filter(Boolean).join(' ')
  await sendEarningsPdf(call, name, years)
  return undefined
})

export const showContactEarningsPdf = serve(ofContact, async (call) => {
  refuseCrossSite(call.request)
  const { contact, years } = await readContactYears(call)
  const name = [contact.first_name, contact.last_name].filter(Boolean).join(' ')
  await sendEarningsPdf(call, name, years)
  return undefined
})

async function sendEarningsPdf(
  call: Pick<Call, 'deps' | 'tenant' | 'locale' | 'today' | 'now' | 'reply'>,
  name: string,
  years: readonly EarningYear[],
): Promise<void> {
  const { deps, tenant, locale, today, now } = call
  const day = (on: Temporal.PlainDate) =>
    locale === 'de' ? formatGermanDate(on) : formatEnglishDate(on.toString())
  const document: EarningsDocument = {
    locale,
    issuer: tenant.name,
    title: say(words.title, call),
    facts: [
      ...(name ? [[say(words.name, call), name] as [string, string]] : []),
      [say(words.written, call), day(today)],
    ],
    years: years.map(({ year, cents, isNearLimit, entries }) => ({
      title: String(year),
      cents,
      hint: isNearLimit ? say(words.limit, call) : null,
      rows: entries.map((entry) => ({
        day: day(Temporal.PlainDate.from(entry.on)),
        kind: say(earningWords[entry.kind], call),
        cents: entry.cents,
      })),
    })),
    none: say(words.none, call),
    pageOf: (page, count) =>
      locale === 'de' ? `Seite ${page} von ${count}` : `Page ${page} of ${count}`,
  }
  const pdf = await writeEarningsPdf(document, await readDocumentLook(deps, tenant), now)
  const file = locale === 'de' ? 'einnahmen' : 'earnings'
  call.reply
    .header('Cache-Control', 'no-store')
    .header('Content-Disposition', `attachment; filename="${file}-${today.toString()}.pdf"`)
    .type('application/pdf')
  await call.reply.send(pdf)
}
