/** What a message through the contact form is about. */
export const contactSubjects = [
  'referral',
  'reward',
  'account',
  'privacy',
  'accessibility',
  'other',
] as const

export type ContactSubject = (typeof contactSubjects)[number]
