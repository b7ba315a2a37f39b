import { z } from 'zod'
import { isLoopback } from '../env/is-loopback.ts'
import { text } from './tenant-texts.ts'

/** A provider's https URL; a path is one of this host, and localhost needs no TLS. */
export const linkOrPath = text.refine((address) => {
  const url = URL.parse(address, 'https://here.example')
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
}, 'is not an https address')

/** What a tenant's file says of how agencies and sales partners log in. */
export const accessSettings = {
  passkeyForAgencyOwners: z.boolean().optional(),
  passkeyForSalesPartners: z.boolean().optional(),
  sso: z
    .strictObject({
      issuer: linkOrPath,
      clientId: text,
      scopes: z.array(text),
      claim: z.strictObject({ agency: text, employee: text, email: text }),
      create: z.boolean(),
      alone: z.boolean().optional(),
    })
    .nullable()
    .optional(),
}
