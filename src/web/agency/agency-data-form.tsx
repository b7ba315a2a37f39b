import type { ReactNode } from 'react'
import type { PageContext } from '../../contract/page-context.ts'
import { callApi } from '../runtime/api.ts'
import { invalid, refused, type FormAnswer } from '../ui/form/form-answer.ts'
import { useTexts } from '../runtime/texts.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { checkForm, email, maxLength, required, textOf, zip, type Rule } from '../ui/form/rules.ts'
import { SubmitButton } from '../ui/form/submit-button.tsx'
import { TextField } from '../ui/form/text-field.tsx'

export type AgencyData = {
  name: string
  email: string
  phone: string
  street: string
  houseNumber: string
  zip: string
  city: string
  vatId: string
}

const optional: Rule[] = []
const rules = {
  name: [required, maxLength(120)],
  email: [required, email],
  phone: [maxLength(40)],
  street: [maxLength(120)],
  houseNumber: [maxLength(20)],
  zip: [zip],
  city: [maxLength(80)],
  vatId: optional,
}

/** Saves the form's master data; returns its refusal, or null if saved. */
export async function saveAgencyData(page: PageContext, form: FormData) {
  const errors = checkForm(form, rules)
  if (Object.keys(errors).length > 0) return invalid(form, errors)
  const names = Object.keys(rules) as (keyof AgencyData)[]
  const body = Object.fromEntries(names.map((name) => [name, textOf(form, name)])) as AgencyData
  try {
    await callApi(page, 'saveAgency', { body })
    return null
  } catch (error) {
    return refused(form, error)
  }
}

/** After the registration, and in the master data. */
export function AgencyDataForm({
  id,
  known,
  answer,
  submit,
  children,
}: {
  id: string
  known: AgencyData
  answer: FormAnswer | undefined
  submit: string
  children?: ReactNode
}) {
  const t = useTexts('agency')
  return (
    <PageForm
      id={id}
      rules={rules}
      labels={{
        name: t('field.agencyName'),
        email: t('field.agencyEmail'),
        phone: t('field.phone'),
        street: t('field.street'),
        houseNumber: t('field.houseNumber'),
        zip: t('field.zip'),
        city: t('field.city'),
        vatId: t('field.vatId'),
      }}
      answer={answer}
      draft={false}
    >
      <input type="hidden" name="intent" value="data" />
      <TextField name="name" autoComplete="organization" defaultValue={known.name} />
      <TextField
        name="email"
        type="email"
        autoComplete="email"
        inputMode="email"
        hint={t('field.agencyEmailHint')}
        defaultValue={known.email}
      />
      <TextField
        name="phone"
        type="tel"
        autoComplete="tel"
        inputMode="tel"
        defaultValue={known.phone}
      />
      <div className="@container">
        <div className="grid items-end gap-6 @min-[30rem]:grid-cols-[minmax(0,1fr)_12rem]">
          <TextField name="street" autoComplete="address-line1" defaultValue={known.street} />
          <TextField name="houseNumber" autoComplete="off" defaultValue={known.houseNumber} />
        </div>
      </div>
      <div className="@container">
        <div className="grid items-end gap-6 @min-[30rem]:grid-cols-[12rem_minmax(0,1fr)]">
          <TextField
            name="zip"
            autoComplete="postal-code"
            inputMode="numeric"
            maxLength={5}
            defaultValue={known.zip}
          />
          <TextField name="city" autoComplete="address-level2" defaultValue={known.city} />
        </div>
      </div>
      <TextField
        name="vatId"
        autoComplete="off"
        hint={t('field.vatIdHint')}
        defaultValue={known.vatId}
      />
      {children}
      <SubmitButton>{submit}</SubmitButton>
    </PageForm>
  )
}
