import { BERLIN } from './dates.ts'
import type { Localised } from './tenant.ts'

// What somebody did to a record before somebody else, as a sentence: for whoever comes too late.

/** By the log's action: after “hat um 10:14” and the name. */
const verbs: Record<string, Localised> = {
  'review-approved': { de: 'anerkannt', en: 'approved' },
  'review-refused': { de: 'abgelehnt', en: 'refused' },
  'review-taken': { de: 'übernommen', en: 'took it' },
  'review-given-back': { de: 'abgegeben', en: 'gave it back' },
  'review-snoozed': { de: 'zurückgestellt', en: 'put off' },
  'review-asked': { de: 'die Person gefragt', en: 'asked the person' },
  'appeal-made': { de: 'den Widerspruch eingetragen', en: 'entered the appeal' },
  'appeal-accepted': { de: 'den Widerspruch anerkannt', en: 'accepted the appeal' },
  'appeal-rejected': { de: 'den Widerspruch zurückgewiesen', en: 'rejected the appeal' },
  'act-undone': { de: 'das rückgängig gemacht', en: 'undid this' },
  'claim-accepted': { de: 'anerkannt', en: 'accepted' },
  'claim-refused': { de: 'abgelehnt', en: 'refused' },
  'claim-taken': { de: 'übernommen', en: 'took it' },
  'claim-given-back': { de: 'abgegeben', en: 'gave it back' },
  'goodwill-approved': { de: 'freigegeben', en: 'approved' },
  'goodwill-refused': { de: 'abgelehnt', en: 'refused' },
  'order-released': { de: 'freigegeben', en: 'released' },
  'order-cancelled': { de: 'storniert', en: 'cancelled' },
  'reward-held-by-hand': { de: 'angehalten', en: 'held it' },
  'reward-extended': { de: 'die Frist verlängert', en: 'prolonged the time' },
  'clawback-reminded': { de: 'erinnert', en: 'sent a reminder' },
  'clawback-set-off': { de: 'verrechnet', en: 'set off' },
  'clawback-written-off': { de: 'verzichtet', en: 'wrote it off' },
  'write-off-proposed': { de: 'den Verzicht vorgeschlagen', en: 'proposed a write-off' },
  'write-off-refused': { de: 'den Verzicht abgelehnt', en: 'refused the write-off' },
  'repayment-proposed': { de: 'eine Rückzahlung vorgeschlagen', en: 'proposed a repayment' },
  'repayment-refused': { de: 'die Rückzahlung abgelehnt', en: 'refused the repayment' },
  'agency-active': { de: 'freigeschaltet', en: 'activated' },
  'agency-inactive': { de: 'angehalten', en: 'stopped' },
  'agency-closed': { de: 'geschlossen', en: 'closed' },
  'agency-refused': { de: 'abgelehnt', en: 'refused' },
  'sales-partner-active': { de: 'freigeschaltet', en: 'activated' },
  'sales-partner-inactive': { de: 'angehalten', en: 'stopped' },
  'sales-partner-closed': { de: 'geschlossen', en: 'closed' },
  'sales-partner-refused': { de: 'abgelehnt', en: 'refused' },
  'account-blocked': { de: 'gesperrt', en: 'blocked' },
  'account-unblocked': { de: 'die Sperre beendet', en: 'unblocked' },
  'correct-name': { de: 'den Namen berichtigt', en: 'corrected the name' },
  'tenant-changed': { de: 'die Einstellungen geändert', en: 'changed the settings' },
  'tenant-published': { de: 'veröffentlicht', en: 'published' },
  'api-key-revoked': { de: 'den Schlüssel beendet', en: 'ended the key' },
  'invoice-paid': { de: 'die Zahlung vermerkt', en: 'marked it as paid' },
  'invoice-payment-taken-back': {
    de: 'den Vermerk der Zahlung zurückgenommen',
    en: 'took back the payment mark',
  },
  'selection-done': { de: 'zu Ende ausgeführt', en: 'completed it' },
  'selection-proposed': { de: 'vorgeschlagen', en: 'proposed' },
  'selection-started': { de: 'ausgeführt', en: 'carried out' },
  'selection-stopped': { de: 'angehalten', en: 'stopped' },
  'order-file-asked': { de: 'die Datei vorgelegt', en: 'asked for a second person' },
  'order-file-refused': { de: 'die Datei abgelehnt', en: 'refused the file' },
  'order-file-started': { de: 'das Einlesen begonnen', en: 'began the import' },
  'order-file-stopped': { de: 'das Einlesen beendet', en: 'stopped the import' },
}
const other: Localised = { de: 'das geändert', en: 'changed this' }

/** @param who null: no operator, but the programme or the person itself */
export function changedSentence(
  { who, at, action }: { who: string | null; at: Temporal.Instant; action: string },
  today: Temporal.PlainDate,
): Localised {
  const local = at.toZonedDateTimeISO(BERLIN)
  const clock = (locale: string) =>
    local.toLocaleString(locale, { hour: '2-digit', minute: '2-digit' })
  const day = (locale: string) => local.toLocaleString(locale, { day: 'numeric', month: 'long' })
  const isToday = local.toPlainDate().equals(today)
  const did = Object.hasOwn(verbs, action) ? verbs[action]! : other
  return {
    de: `${who ?? 'Das Programm'} hat ${isToday ? '' : `am ${day('de')} `}um ${clock('de')} ${did.de}. Nichts wurde überschrieben.`,
    en: `${who ?? 'The programme'} ${did.en} ${isToday ? '' : `on ${day('en-GB')} `}at ${clock('en-GB')}. Nothing was overwritten.`,
  }
}
