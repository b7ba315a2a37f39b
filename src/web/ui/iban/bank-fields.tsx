import type { ComponentProps } from 'react'
import { TextField } from '../form/text-field.tsx'
import { IbanField } from './iban-field.tsx'

/** Holder and IBAN of a person's own account. */
export function BankFields({
  holder,
  texts,
}: {
  holder: string
  texts: ComponentProps<typeof IbanField>['texts']
}) {
  return (
    <>
      <TextField name="holder" autoComplete="name" maxLength={70} defaultValue={holder} />
      <IbanField texts={texts} />
    </>
  )
}
