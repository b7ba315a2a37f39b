import type { BodyOf } from '../../contract/endpoint.ts'
import type { Endpoints } from '../../contract/endpoints.ts'
import type { PageTenant } from '../../contract/page-context.ts'
import { fullName, salutations } from '../../domain/person.ts'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import { useTitleState } from '../runtime/title-parts.ts'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { PageForm } from '../ui/form/page-form.tsx'
import { RadioRow } from '../ui/form/radio-cards.tsx'
import {
  birthDate as birthDateRule,
  germanDateOf,
  maxLength,
  personName,
  required,
  textOf,
  zip,
  type Rule,
  type Rules,
} from '../ui/form/rules.ts'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { PageColumn } from '../ui/page-column.tsx'
import type { Own } from './open-own.ts'

type Here = { empfehlung: string | undefined }
const addressFields = ['street', 'houseNumber', 'zip', 'city'] as const

// An address is complete or empty.
const withTheOthers: Rule = (value, form) =>
  value === '' && addressFields.some((name) => textOf(form, name) !== '') ? 'rule.required' : null

export const correctionRules: Rules = {
  firstName: [required, personName],
  lastName: [personName],
  birthDate: [birthDateRule],
  phone: [maxLength(40)],
  street: [withTheOthers, maxLength(200)],
  houseNumber: [withTheOthers, maxLength(20)],
  zip: [withTheOthers, zip],
  city: [withTheOthers, maxLength(200)],
}

/** The body of correctRecipientData from a valid form. */
export function correctionOf(form: FormData): BodyOf<Endpoints['correctRecipientData']> {
  const [lastName, birthDate] = [textOf(form, 'lastName'), textOf(form, 'birthDate')]
  const [phone, street] = [textOf(form, 'phone'), textOf(form, 'street')]
  return {
    salutation: salutations.find((known) => known === textOf(form, 'salutation')) ?? 'Keine Angabe',
    firstName: textOf(form, 'firstName'),
    ...(lastName ? { lastName } : {}),
    ...(birthDate ? { birthDate: germanDateOf(birthDate) } : {}),
    ...(phone ? { phone } : {}),
    ...(street
      ? {
          address: {
            street,
            houseNumber: textOf(form, 'houseNumber'),
            zip: textOf(form, 'zip'),
            city: textOf(form, 'city'),
          },
        }
      : {}),
  }
}

/** Data that the provider's order needs and that is missing. */
export function missingData(
  { recipientFields: needed }: Pick<PageTenant, 'recipientFields'>,
  own: Own,
): ('birthDate' | 'address' | 'phone')[] {
  return (['birthDate', 'address', 'phone'] as const).filter((name) => needed[name] && !own[name])
}

export function OwnData({ own, here }: { own: Own; here: Here }) {
  const t = useTexts('own')
  const { address } = own
  const rows: [string, string | null][] = [
    [t('data.name'), fullName(own)],
    [t('data.email'), own.email],
    [t('data.birthDate'), own.birthDate],
    [t('data.phone'), own.phone],
    [
      t('data.address'),
      address && `${address.street} ${address.houseNumber}, ${address.zip} ${address.city}`,
    ],
  ]
  return (
    <Card>
      <h2 className="text-xl font-bold">{t('data.title')}</h2>
      <dl className="mt-4 grid gap-x-6 gap-y-4 md:grid-cols-2">
        {rows.map(([label, value]) =>
          value ? (
            <div key={label} className="min-w-0">
              <dt className="text-base text-muted">{label}</dt>
              <dd className="font-semibold wrap-anywhere">{value}</dd>
            </div>
          ) : null,
        )}
      </dl>
      <PageLink
        page="RecipientArea"
        values={{ ...here, edit: 'data' }}
        className={`${buttonClass('secondary')} mt-5 w-full md:w-auto`}
        preventScrollReset
      >
        {t('data.change')}
      </PageLink>
    </Card>
  )
}

/** The form to correct them, opened by the address, to work without script. */
export function OwnDataForm({
  own,
  here,
  answer,
}: {
  own: Own
  here: Here
  answer: FormAnswer | undefined
}) {
  const { tenant } = usePage()
  const t = useTexts('own')
  useTitleState(t('data.change'))
  const { address } = own
  const stored = { ...own, ...address }
  const valueOf = (
    name: 'firstName' | 'lastName' | 'birthDate' | 'phone' | (typeof addressFields)[number],
  ) => stored[name] ?? ''
  // Ask only for what the provider needs; stored data can be corrected.
  const asks = {
    birthDate: tenant.recipientFields.birthDate || own.birthDate !== null,
    phone: tenant.recipientFields.phone || own.phone !== null,
    address: tenant.recipientFields.address || address !== null,
  }
  return (
    <PageColumn narrow>
      <h1 className="page-title">{t('data.change')}</h1>
      <Card>
        <PageForm
          id="own-data"
          rules={correctionRules}
          labels={{
            salutation: t('data.salutation'),
            firstName: t('data.firstName'),
            lastName: t('data.lastName'),
            birthDate: t('data.birthDate'),
            phone: t('data.phone'),
            street: t('data.street'),
            houseNumber: t('data.houseNumber'),
            zip: t('data.zip'),
            city: t('data.city'),
          }}
          answer={answer}
          draft={false}
        >
          <input type="hidden" name="intent" value="data" />
          <RadioRow
            name="salutation"
            defaultValue={own.salutation === '' ? 'Keine Angabe' : own.salutation}
            options={salutations.map((value) => ({ value, title: t(`salutation.${value}`) }))}
          />
          <TextField
            name="firstName"
            autoComplete="given-name"
            autoCapitalize="words"
            defaultValue={valueOf('firstName')}
          />
          <TextField
            name="lastName"
            autoComplete="family-name"
            autoCapitalize="words"
            defaultValue={valueOf('lastName')}
          />
          {asks.birthDate ? (
            <TextField
              name="birthDate"
              inputMode="numeric"
              autoComplete="bday"
              hint={t('data.birthDateHint')}
              className="max-w-60"
              defaultValue={valueOf('birthDate')}
            />
          ) : null}
          {asks.phone ? (
            <TextField
              name="phone"
              type="tel"
              inputMode="tel"
              autoComplete="tel"
              defaultValue={valueOf('phone')}
            />
          ) : null}
          {asks.address ? (
            <>
              <TextField
                name="street"
                autoComplete="address-line1"
                defaultValue={valueOf('street')}
              />
              <TextField
                name="houseNumber"
                autoComplete="off"
                className="max-w-[10em]"
                defaultValue={valueOf('houseNumber')}
              />
              <TextField
                name="zip"
                inputMode="numeric"
                autoComplete="postal-code"
                maxLength={5}
                className="max-w-[10em]"
                defaultValue={valueOf('zip')}
              />
              <TextField name="city" autoComplete="address-level2" defaultValue={valueOf('city')} />
            </>
          ) : null}
          <p className="text-base text-muted">
            {t('data.emailHelp', { email: tenant.contact.email })}
          </p>
          <div className="flex flex-col gap-3 md:flex-row">
            <SubmitButton>{t('data.save')}</SubmitButton>
            <PageLink
              page="RecipientArea"
              values={here}
              className={buttonClass('secondary')}
              preventScrollReset
            >
              {t('cancel')}
            </PageLink>
          </div>
        </PageForm>
      </Card>
    </PageColumn>
  )
}
