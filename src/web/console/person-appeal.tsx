import { formatCents } from '../../domain/money.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { RadioRow } from '../ui/form/radio-cards.tsx'
import { TextArea } from '../ui/form/text-area.tsx'
import { TextField } from '../ui/form/text-field.tsx'
import { formatDate } from '../ui/format-date.ts'
import type { Person } from './person-facts.tsx'

/** An objection that came by phone or letter: to which refusal, the words, and how it came. */
export function PersonAppeal({ person }: { person: Person }) {
  const { locale } = usePage()
  const t = useTexts('consolePeople')
  const options = person.appealable.map(({ reward, version, cents, refusedOn, until }) => ({
    value: `${reward}:${version}`,
    title: t('appeal.of', {
      amount: formatCents(cents, locale),
      day: formatDate(refusedOn, locale),
      until: formatDate(until, locale),
    }),
  }))
  return (
    <>
      <p>{t('act.appealText')}</p>
      <RadioRow
        name="refused"
        options={options}
        {...(options.length === 1 ? { defaultValue: options[0]!.value } : {})}
      />
      <TextArea name="told" rows={4} />
      <TextField name="came" autoComplete="off" hint={t('field.cameHint')} />
    </>
  )
}
