/** What a message through the contact form is about. */
export const contactSubjects = [
  'referral',
  'reward',
  'objection',
  'account',
  'privacy',
  'accessibility',
  'other',
] as const

export type ContactSubject = (typeof contactSubjects)[number]
