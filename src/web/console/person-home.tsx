import { useTexts } from '../runtime/texts.ts'
import { TextField } from '../ui/form/text-field.tsx'

/** The fields of somebody's new postal address; the known one is masked, so they begin empty. */
export function PersonHome({ version }: { version: number }) {
  const t = useTexts('consolePeople')
  return (
    <>
      <p>{t('act.homeText')}</p>
      <input type="hidden" name="contactsVersion" value={version} />
      <TextField name="street" autoComplete="off" />
      <TextField name="houseNumber" autoComplete="off" />
      <TextField name="zip" autoComplete="off" inputMode="numeric" maxLength={5} />
      <TextField name="city" autoComplete="off" />
    </>
  )
}
