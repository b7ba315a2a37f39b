import type { orderRefusalReasons } from '../domain/refusal.ts'

export const refusalWords: Record<(typeof orderRefusalReasons)[number], string> = {
  'existing-customer': 'bestandskunde',
  'own-contract': 'eigener-vertrag',
  'not-by-referral': 'nicht-durch-empfehlung',
  'not-eligible': 'nicht-teilnahmefaehig',
  duplicate: 'doppelt',
  other: 'anderer',
}
