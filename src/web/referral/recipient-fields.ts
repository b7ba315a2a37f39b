import type { BodyOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import type { PageTenant } from '../../contract/page-context.ts'
import { accepted, email, personName, required, textOf, type Rules } from '../ui/form/rules.ts'

type Asked = Pick<PageTenant, 'recipientTerms'>

/** The minimum to identify the contract's customer; what else the provider's order needs follows after the offer. */
export function recipientRules({ recipientTerms }: Asked): Rules {
  return {
    firstName: [required, personName],
    email: [required, email],
    ...(recipientTerms === 'button' ? {} : { terms: [accepted] }),
  }
}

/** The body of createRecipient from a valid form. */
export function recipientOf(
  form: FormData,
  { recipientTerms }: Asked,
): BodyOf<Endpoints['createRecipient']> {
  return {
    firstName: textOf(form, 'firstName'),
    email: textOf(form, 'email'),
    advertising: textOf(form, 'advertising') !== '',
    termsAgreed: recipientTerms === 'button' || textOf(form, 'terms') !== '',
  }
}

export const wireFields: Record<string, string> = { termsAgreed: 'terms' }
