import {
  operatorAbilities,
  operatorRoles,
  type OperatorAction,
  type OperatorRole,
  type OperatorSubject,
} from './operator-abilities.ts'
import type { Localised } from './tenant.ts'

/** What the console calls the roles (texts/console.json, `role.…`). */
export const roleWords: Record<OperatorRole, Localised> = {
  support: { de: 'Kundenservice', en: 'Customer service' },
  reviewer: { de: 'Prüfung', en: 'Reviews' },
  'payout-preparer': { de: 'Auszahlung vorbereiten', en: 'Prepare payouts' },
  'payout-approver': { de: 'Auszahlung freigeben', en: 'Approve payouts' },
  editor: { de: 'Redaktion', en: 'Editing' },
  publisher: { de: 'Veröffentlichung', en: 'Publishing' },
  analyst: { de: 'Auswertung', en: 'Analysis' },
  'tenant-admin': { de: 'Verwaltung', en: 'Administration' },
  auditor: { de: 'Revision', en: 'Audit' },
  'platform-operator': { de: 'Plattformbetrieb', en: 'Platform' },
}

const inARow = (words: readonly string[], or: string) =>
  words.length < 2 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} ${or} ${words.at(-1)}`

/** Says which right a call lacks, and who grants it. */
export function missingRight([action, subject]: readonly [
  OperatorAction,
  OperatorSubject,
]): Localised {
  const roles = operatorRoles.filter((role) => operatorAbilities([role]).can(action, subject))
  const de = inARow(
    roles.map((role) => `„${roleWords[role].de}“`),
    'oder',
  )
  const en = inARow(
    roles.map((role) => `“${roleWords[role].en}”`),
    'or',
  )
  return {
    de: `Dafür fehlt ein Recht: ${de}. Rechte vergibt die Verwaltung dieses Mandanten.`,
    en: `You lack a right for this: ${en}. The administrators of this tenant grant rights.`,
  }
}
