import { compareMailboxes } from '../../domain/email.ts'
import { maskEmail } from '../../domain/mask-email.ts'

const words = { same: 'dasselbe', alike: 'aehnlich', other: 'anderes' } as const

/** Whether somebody's mailbox is, or looks like, another one's of the same case: evidence that a masked address hides. */
export function withMailboxes<P extends { email: string }>(people: readonly P[]) {
  return people.map((one) => {
    const found = people
      .filter((other) => other !== one)
      .map((other) => compareMailboxes(one.email, other.email))
    const closest = (['same', 'alike', 'other'] as const).find((like) => found.includes(like))
    return { ...one, mailbox: words[closest ?? 'other'] }
  })
}

/** As before anybody asked for them, which is in the log. */
export const maskPeople = <P extends { email: string }>(people: readonly P[]) =>
  withMailboxes(people).map((one) => ({ ...one, email: maskEmail(one.email) }))
