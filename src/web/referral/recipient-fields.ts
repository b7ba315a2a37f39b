import type { BodyOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import type { PageTenant } from '../../contract/page-context.ts'
import {
  accepted,
  chosen,
  email,
  germanDate,
  maxLength,
  personName,
  required,
  textOf,
  zip,
  type Rule,
  type Rules,
} from '../ui/form/rules.ts'

type Asked = Pick<PageTenant, 'recipientFields' | 'termsByButton'>

const salutations = ['Frau', 'Herr', 'Divers'] as const

// Browsers fill in birthdays as 1988-05-24; people here write 24.05.1988.
const asGerman = (text: string) => text.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3.$2.$1')
const birthDate: Rule = (value, form) => germanDate(asGerman(value), form)

/** Only what the tenant's next step needs. */
export function recipientRules({ recipientFields, termsByButton }: Asked): Rules {
  return {
    salutation: [chosen],
    firstName: [required, personName],
    lastName: [required, personName],
    email: [required, email],
    ...(recipientFields.birthDate ? { birthDate: [required, birthDate] } : {}),
    ...(recipientFields.address
      ? {
          street: [required, maxLength(200)],
          houseNumber: [required, maxLength(20)],
          zip: [required, zip],
          city: [required, maxLength(200)],
        }
      : {}),
    ...(recipientFields.phone ? { phone: [maxLength(40)] } : {}),
    ...(termsByButton ? {} : { terms: [accepted] }),
  }
}

/** The body of createRecipient from a form that keeps the rules. */
export function recipientOf(
  form: FormData,
  { recipientFields, termsByButton }: Asked,
): BodyOf<Endpoints['createRecipient']> {
  const phone = textOf(form, 'phone')
  return {
    salutation: salutations.find((known) => known === textOf(form, 'salutation')) ?? 'Divers',
    firstName: textOf(form, 'firstName'),
    lastName: textOf(form, 'lastName'),
    email: textOf(form, 'email'),
    ...(recipientFields.birthDate ? { birthDate: asGerman(textOf(form, 'birthDate')) } : {}),
    ...(recipientFields.address
      ? {
          address: {
            street: textOf(form, 'street'),
            houseNumber: textOf(form, 'houseNumber'),
            zip: textOf(form, 'zip'),
            city: textOf(form, 'city'),
          },
        }
      : {}),
    ...(recipientFields.phone && phone ? { phone } : {}),
    advertising: textOf(form, 'advertising') !== '',
    termsAgreed: termsByButton || textOf(form, 'terms') !== '',
  }
}

/** Fields of the call whose form fields are named otherwise. */
export const wireFields: Record<string, string> = {
  termsAgreed: 'terms',
  'address.street': 'street',
  'address.houseNumber': 'houseNumber',
  'address.zip': 'zip',
  'address.city': 'city',
}
