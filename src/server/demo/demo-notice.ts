import { errorCatalogue, type ErrorName } from '../../domain/errors.ts'
import type { Locale, Localised } from '../../domain/tenant.ts'

// Notices after a form's redirect. Only the name is in the URL, as a text could be anybody's.

const notices = {
  clock: {
    de: 'Die Uhr ist vorgestellt, und was fällig war, ist geschehen.',
    en: 'The clock has moved, and what was due has happened.',
  },
  released: {
    de: 'Der Auftrag ist freigegeben. Der Link zur Prämie kommt gleich im Postfach an.',
    en: 'The order is released. The link to the reward arrives in the inbox in a moment.',
  },
  history: {
    de: 'Die Agenturen haben jetzt ein Jahr hinter sich: Einladungen, Empfehlungen, Aufträge und Prämien.',
    en: 'The agencies have a year behind them now: invitations, recommendations, orders and rewards.',
  },
  payout: {
    de: 'Die Auszahlung ist erstellt. Ihre SEPA-Datei liegt bereit, als Nächstes ist die Bank dran.',
    en: 'The payout is built. Its SEPA file is ready, and the bank is next.',
  },
  'nothing-due': {
    de: 'Zurzeit ist nichts fällig.',
    en: 'Nothing is due at the moment.',
  },
  executed: {
    de: 'Die Bank hat alles ausgeführt, und ihre Statusdatei ist eingelesen. Wer Geld bekommt, hat eine E-Mail bekommen.',
    en: 'The bank has executed everything and its status file has been read. The people who were paid have been told by e-mail.',
  },
} satisfies Record<string, Localised>

export type NoticeName = keyof typeof notices

const has = <T extends object>(map: T, name: unknown): name is keyof T =>
  typeof name === 'string' && Object.hasOwn(map, name)

/** The notice of a URL (`?notice=` or `?problem=`), or null. */
export function readNotice(
  query: { notice?: unknown; problem?: unknown },
  locale: Locale,
): { tone: 'done' | 'problem'; text: string } | null {
  const { notice, problem } = query
  if (has(notices, notice)) return { tone: 'done', text: notices[notice][locale] }
  if (has(errorCatalogue, problem)) {
    return { tone: 'problem', text: errorCatalogue[problem as ErrorName][locale] }
  }
  return null
}
