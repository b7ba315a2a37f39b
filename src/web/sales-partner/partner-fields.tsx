import { useForm } from '../ui/form/form-context.ts'
import { CheckboxLine } from '../ui/form/checkbox-line.tsx'
import { maxLength, personName, required, textOf, zip, type Rule } from '../ui/form/rules.ts'
import { TextField } from '../ui/form/text-field.tsx'
import { useTexts, type Translate } from '../runtime/texts.ts'

export type PartnerData = {
  company: string
  firstName: string
  lastName: string
  phone: string
  street: string
  houseNumber: string
  zip: string
  city: string
  vatId: string
  taxNumber: string
  smallBusiness: boolean
}

const optional: Rule[] = []

/** At least one of the two numbers. */
const oneTaxNumber: Rule = (value, form) =>
  value === '' && textOf(form, 'vatId') === '' ? 'rule.required' : null

export const partnerRules = {
  company: [maxLength(120)],
  firstName: [required, personName],
  lastName: [required, personName],
  phone: [maxLength(40)],
  street: [required, maxLength(120)],
  houseNumber: [required, maxLength(20)],
  zip: [required, zip],
  city: [required, maxLength(80)],
  vatId: optional,
  taxNumber: [oneTaxNumber],
}

/** The fields' values in the calls' shape. */
export function partnerDataIn(form: FormData): PartnerData {
  const text = (name: string) => textOf(form, name)
  return {
    company: text('company'),
    firstName: text('firstName'),
    lastName: text('lastName'),
    phone: text('phone'),
    street: text('street'),
    houseNumber: text('houseNumber'),
    zip: text('zip'),
    city: text('city'),
    vatId: text('vatId'),
    taxNumber: text('taxNumber'),
    smallBusiness: text('smallBusiness') === 'yes',
  }
}

export const partnerLabels = (t: Translate<'salesPartner'>) => ({
  company: t('field.company'),
  firstName: t('field.firstName'),
  lastName: t('field.lastName'),
  phone: t('field.phone'),
  street: t('field.street'),
  houseNumber: t('field.houseNumber'),
  zip: t('field.zip'),
  city: t('field.city'),
  vatId: t('field.vatId'),
  taxNumber: t('field.taxNumber'),
  smallBusiness: t('field.smallBusiness'),
})

type Known = { known?: PartnerData | undefined }

export function PersonFields({ known }: Known) {
  const t = useTexts('salesPartner')
  const value = (name: Exclude<keyof PartnerData, 'smallBusiness'>) => ({
    name,
    defaultValue: known?.[name],
  })
  return (
    <>
      <TextField {...value('company')} autoComplete="organization" hint={t('field.companyHint')} />
      <div className="grid items-end gap-6 md:grid-cols-2">
        <TextField {...value('firstName')} autoComplete="given-name" />
        <TextField {...value('lastName')} autoComplete="family-name" />
      </div>
      <div className="grid items-end gap-6 md:grid-cols-[minmax(0,1fr)_minmax(0,10rem)]">
        <TextField {...value('street')} autoComplete="address-line1" />
        <TextField {...value('houseNumber')} autoComplete="off" />
      </div>
      <div className="grid items-end gap-6 md:grid-cols-[10rem_1fr]">
        <TextField {...value('zip')} autoComplete="postal-code" inputMode="numeric" maxLength={5} />
        <TextField {...value('city')} autoComplete="address-level2" />
      </div>
      <TextField {...value('phone')} type="tel" autoComplete="tel" inputMode="tel" />
    </>
  )
}

export function TaxFields({ known }: Known) {
  const t = useTexts('salesPartner')
  const { values } = useForm()
  return (
    <>
      <TextField
        name="taxNumber"
        autoComplete="off"
        inputMode="text"
        hint={t('field.taxNumberHint')}
        defaultValue={known?.taxNumber}
      />
      <TextField
        name="vatId"
        autoComplete="off"
        autoCapitalize="characters"
        hint={t('field.vatIdHint')}
        defaultValue={known?.vatId}
      />
      <CheckboxLine
        name="smallBusiness"
        ticked={
          'taxNumber' in values ? values.smallBusiness === 'yes' : (known?.smallBusiness ?? false)
        }
        hint={t('field.smallBusinessHint')}
      >
        {t('field.smallBusinessText')}
      </CheckboxLine>
    </>
  )
}
