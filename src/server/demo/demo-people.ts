import { z } from 'zod'
import { invitationStates } from '../../domain/invitation.ts'

// What an operator's files do not hold, as people do it themselves: passwords, employees, invitations, sales partners and their orders.

const text = z.string().min(1)
const login = { email: z.email(), password: text, firstName: text, lastName: text }

const schema = z.strictObject({
  referrer: z.strictObject(login), // confirmed
  vouchers: z.strictObject({ count: z.int(), cents: z.array(z.int()) }), // codes of each value and voucher, which are generated
  agencies: z
    .array(
      z.strictObject({
        number: text,
        people: z.array(
          z.strictObject({
            ...login,
            salutation: text,
            employeeNumber: text,
            agentId: text.nullable(), // whom customers find them as
          }),
        ), // the owner first
      }),
    )
    .default([]),
  invitations: z
    .array(
      z.strictObject({
        by: z.email(), // the inviter's
        firstName: text,
        lastName: text,
        email: z.email(),
        conversation: z.enum(['on-site', 'by-phone']),
        daysAgo: z.int(),
        state: z.enum(invitationStates),
      }),
    )
    .default([]),
  commissionPlans: z
    .array(z.strictObject({ group: text, cents: z.int(), validFrom: z.iso.date() }))
    .default([]), // net, by product group
  salesPartners: z
    .array(
      z.strictObject({
        ...login,
        number: text,
        company: text.nullable(),
        phone: text.nullable(),
        street: text,
        houseNumber: text,
        zip: text,
        city: text,
        vatId: text.nullable(),
        taxNumber: text.nullable(),
        smallBusiness: z.boolean(),
        iban: text,
        orders: z.array(
          z.strictObject({
            externalNumber: text,
            product: text, // the provider's id
            released: z.enum(['last-month', 'now', 'later', 'cancelled']),
          }),
        ),
      }),
    )
    .default([]),
})

export type DemoPeople = z.output<typeof schema>

export function readPeople(file: unknown): { people: DemoPeople } | { problems: string[] } {
  const read = schema.safeParse(file)
  return read.success
    ? { people: read.data }
    : {
        problems: read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`),
      }
}
