import { z } from 'zod'
import { isLoopback } from '../env/is-loopback.ts'
import { whyNotAsked } from '../gateways/http/where-to-ask.ts'
import { text } from './tenant-texts.ts'

const isLink = (address: string) => {
  // Two slashes would be another host.
  if (/^[/\\]{2}/.test(address)) return false
  const url = URL.parse(address, 'https://here.example')
  return url?.protocol === 'https:' || (url?.protocol === 'http:' && isLoopback(url.hostname))
}

/** A provider's https URL; a path is one of this host, and localhost needs no TLS. */
export const linkOrPath = text.refine(isLink, 'is not an https address')

/** Whether the server may ask there, as far as the name says. A path is of this host; what is no link is another problem. */
export const isAsked = (address: string) => {
  const url = isLink(address) ? URL.parse(address) : null
  return url === null || whyNotAsked(url) === null
}
export const notAsked = 'is no host that the server may ask (OUTBOUND_HOSTS)'

/** An address that the server asks itself, where it may; a path is of this host. */
export const askedAddress = linkOrPath.refine(isAsked, notAsked)

/** What a tenant's file says of how agencies and sales partners log in. */
export const accessSettings = {
  passkeyForAgencyOwners: z.boolean().optional(),
  passkeyForSalesPartners: z.boolean().optional(),
  sso: z
    .strictObject({
      issuer: askedAddress,
      clientId: text,
      scopes: z.array(text),
      claim: z.strictObject({ agency: text, employee: text, email: text }),
      create: z.boolean(),
      alone: z.boolean().optional(),
    })
    .nullable()
    .optional(),
}
