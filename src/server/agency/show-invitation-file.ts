import { showInvitationFile as endpoint } from '../../contract/einladung.ts'
import { invitationWord } from '../../contract/state-words.ts'
import { toCsvCell } from '../../domain/csv.ts'
import { localDate } from '../../domain/dates.ts'
import type { Locale } from '../../domain/tenant.ts'
import { serve } from '../serve.ts'
import { listInvitations, type Invitation } from './invitation-store.ts'
import { stateOf, statusOf, whoseOf } from './invitation-view.ts'

const atOnce = 1_000

const head: Record<Locale, string[]> = {
  de: ['Vorname', 'Nachname', 'E-Mail', 'Status', 'Eingeladen am', 'Gültig bis', 'Mitarbeiter'],
  en: ['First name', 'Last name', 'E-mail', 'Status', 'Invited on', 'Valid until', 'Employee'],
}

const toLine = (cells: string[]) => `${cells.map(toCsvCell).join(';')}\r\n`

/** The whole list as a file, in the page's wording. */
export const showInvitationFile = serve(endpoint, async (call) => {
  const { tenant, today, locale, query } = call
  const whose = whoseOf(call.caller)
  const asked = {
    orderBy: query.orderBy ?? 'EingeladenAm',
    descending: query.descending ? query.descending === 'true' : query.orderBy === undefined,
    states: [query.status ?? []].flat().map(stateOf),
    employeeNumber: null,
    search: query.search ?? '',
    pageSize: atOnce,
  } as const
  const lineOf = (row: Invitation) =>
    toLine([
      row.first_name,
      row.last_name,
      row.email,
      invitationWord(statusOf(row, today), locale),
      localDate(row.created_at).toString(),
      row.expires_on,
      row.employee_name,
    ])
  // The BOM lets spreadsheets read umlauts.
  const parts = [`\ufeff${toLine(head[locale])}`]
  await call.transaction(async (tx) => {
    for (let page = 1; ; page++) {
      const { rows } = await listInvitations(tx, tenant.code, whose, { ...asked, page }, today)
      parts.push(...rows.map(lineOf))
      if (rows.length < atOnce) return
    }
  })
  call.reply
    .header('Cache-Control', 'no-store')
    .header('Content-Disposition', `attachment; filename="einladungen-${today.toString()}.csv"`)
    .type('text/csv; charset=utf-8')
  await call.reply.send(parts.join(''))
  return undefined
})
