import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { Card } from '../ui/card.tsx'
import { formatDate } from '../ui/format-date.ts'

export type ShownOption = {
  id: string
  title: string
  text: string
  picture: string
  startsOn: string
  lastDay: string | null
}

export function OptionList({ options }: { options: ShownOption[] }) {
  const { locale } = usePage()
  const t = useTexts('help')
  return (
    <section aria-labelledby="overview-options" className="mt-14">
      <h2 id="overview-options" className="section-title">
        {t('overview.options')}
      </h2>
      <p className="mt-3">{t('overview.optionsText')}</p>
      <ul className="mt-6 grid gap-5 md:grid-cols-2 lg:grid-cols-4">
        {options.map((option) => (
          <Card key={option.id} as="li" pad="small" className="flex flex-col">
            <img
              src={option.picture}
              alt=""
              width={320}
              height={200}
              loading="lazy"
              className="h-auto w-full rounded-field"
            />
            <h3 className="mt-4 text-lg font-bold">{option.title}</h3>
            <p className="mt-1 grow text-base">{option.text}</p>
            <p className="mt-3 text-base text-muted">
              {option.lastDay === null
                ? t('overview.since', { date: formatDate(option.startsOn, locale) })
                : t('overview.until', { date: formatDate(option.lastDay, locale) })}
            </p>
          </Card>
        ))}
      </ul>
    </section>
  )
}
