import type { OperatorRole } from '../../domain/operator-abilities.ts'

/** Who works in the console of the demo: one invented person per role. */
export const demoOperators: Record<OperatorRole, { name: string; email: string }> = {
  support: { name: 'Nele Marwitz', email: 'nele.marwitz@zuspruch.example' },
  reviewer: { name: 'Jan Brandt', email: 'jan.brandt@zuspruch.example' },
  'payout-preparer': { name: 'Mara Lind', email: 'mara.lind@zuspruch.example' },
  'payout-approver': { name: 'Ruth Ohlsen', email: 'ruth.ohlsen@zuspruch.example' },
  editor: { name: 'Tilda Harms', email: 'tilda.harms@zuspruch.example' },
  publisher: { name: 'Ove Sandner', email: 'ove.sandner@zuspruch.example' },
  analyst: { name: 'Milan Kurz', email: 'milan.kurz@zuspruch.example' },
  'tenant-admin': { name: 'Ada Holm', email: 'ada.holm@zuspruch.example' },
  auditor: { name: 'Konrad Weiß', email: 'konrad.weiss@zuspruch.example' },
  'platform-operator': { name: 'Pia Wendt', email: 'pia.wendt@zuspruch.example' },
}
