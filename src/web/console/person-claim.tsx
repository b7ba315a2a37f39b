import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { SelectField } from '../ui/form/select-field.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { formatDate, localDayOf } from '../ui/format-date.ts'
import type { Person } from './person-facts.tsx'

/** A contract that a caller says is missing: of which recommendation, its number or day, and how they said so. */
export function PersonClaim({ person }: { person: Person }) {
  const { locale, now } = usePage()
  const t = useTexts('consolePeople')
  const options = person.claimable.map(({ side, number, product, since }) => ({
    value: `${side}:${number}`,
    title: t(`claim.${side}`, { product, day: formatDate(since, locale) }),
  }))
  return (
    <>
      <p>{t('act.claimText')}</p>
      <SelectField
        name="claimed"
        empty={t('claim.choose')}
        options={options}
        defaultValue={options.length === 1 ? options[0]!.value : ''}
      />
      <TextField name="orderNumber" autoComplete="off" hint={t('field.oneOfTwo')} />
      <TextField name="contractOn" type="date" max={localDayOf(now)} autoComplete="off" />
      <TextArea name="said" rows={3} />
      <TextField name="came" autoComplete="off" hint={t('field.cameHint')} />
    </>
  )
}
