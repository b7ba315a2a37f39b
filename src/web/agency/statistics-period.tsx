import { Form, useNavigation, useSearchParams } from 'react-router'
import { carriedParameters } from '../runtime/href.ts'
import { usePage } from '../runtime/page-context.tsx'
import { PageLink, usePageHref } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { Button } from '../ui/button.tsx'
import { cardClass } from '../ui/card.tsx'
import { describedBy, fieldClass, FieldError } from '../ui/form/field.tsx'
import { localDayOf } from '../ui/format-date.ts'
import { sayDay } from '../ui/table/table-address.ts'
import { shortcutsOf } from './statistics-figures.ts'

export type Asked = { von: string; bis: string; mitarbeiter: string }
/** Stand for text that is no day, and for a day that does not exist; the component explains. */
export const noDayAtAll = 'no-day'
export const noSuchDay = 'no-such-day'
export type PeriodErrors = Partial<Record<keyof Asked, string>>

/** Period and person: a form whose fields are in the address, and links to common periods. */
export function StatisticsPeriod({
  asked,
  errors,
  people,
}: {
  asked: Asked
  errors: PeriodErrors
  people: { id: string; name: string }[]
}) {
  const page = usePage()
  const t = useTexts('agencyStatistics')
  const pageHref = usePageHref()
  const [search] = useSearchParams()
  const navigation = useNavigation()
  const today = localDayOf(page.now)
  const isPending = navigation.state === 'loading' && navigation.location.search !== ''
  const employee = search.get('mitarbeiter') || undefined
  const messageOf = (name: 'von' | 'bis') =>
    errors[name] === noDayAtAll
      ? t('period.noDay')
      : errors[name] === noSuchDay
        ? t('period.noSuchDay', { day: sayDay(asked[name]) })
        : (errors[name] ?? null)
  const day = (name: 'von' | 'bis', label: string) => (
    <div className="min-w-0 grow basis-[min(100%,10rem)] md:max-w-[14rem]">
      <label htmlFor={`statistics-${name}`} className="mb-1.5 block font-semibold">
        {label}
      </label>
      <input
        type="text"
        autoComplete="off"
        size={10}
        maxLength={20}
        id={`statistics-${name}`}
        name={name}
        defaultValue={asked[name]}
        required
        aria-invalid={errors[name] !== undefined}
        aria-describedby={describedBy(`statistics-${name}`, null, messageOf(name))}
        className={`${fieldClass(errors[name] !== undefined)} min-w-0`}
      />
      <FieldError id={`statistics-${name}`} message={messageOf(name)} />
    </div>
  )
  return (
    <div className="grid gap-3">
      <nav aria-label={t('period.shortcuts')}>
        <ul className="flex flex-wrap gap-x-2 gap-y-2">
          {shortcutsOf(today).map(({ name, period }) => {
            const { von, bis }: { von?: string; bis?: string } = period
            const isHere =
              (search.get('von') ?? undefined) === von && (search.get('bis') ?? undefined) === bis
            return (
              <li key={name}>
                <PageLink
                  page="AgencyStatistics"
                  values={{ ...period, mitarbeiter: employee }}
                  aria-current={isHere ? 'true' : undefined}
                  preventScrollReset
                  className={`inline-flex min-h-11 items-center rounded-field border px-3.5 leading-tight ${
                    isHere
                      ? 'border-primary bg-primary font-bold text-on-primary'
                      : 'border-line bg-surface hover:bg-tint'
                  }`}
                >
                  {t(`period.${name}`)}
                </PageLink>
              </li>
            )
          })}
        </ul>
      </nav>
      <Form
        method="get"
        action={pageHref('AgencyStatistics').split('?')[0] ?? ''}
        preventScrollReset
        // Resets the fields when the address changes.
        key={Object.values(asked).join(' ')}
        id="statistics-period"
        className={`${cardClass('compact')} flex flex-wrap items-start gap-4`}
      >
        {carriedParameters.map((name) =>
          search.has(name) ? (
            <input key={name} type="hidden" name={name} value={search.get(name) ?? ''} />
          ) : null,
        )}
        {day('von', t('period.from'))}
        {day('bis', t('period.to'))}
        {people.length > 1 ? (
          <div className="min-w-0 grow-2 basis-[min(100%,8.5rem)]">
            <label htmlFor="statistics-mitarbeiter" className="mb-1.5 block font-semibold">
              {t('period.employee')}
            </label>
            <select
              id="statistics-mitarbeiter"
              name="mitarbeiter"
              defaultValue={asked.mitarbeiter}
              className={fieldClass(false)}
            >
              <option value="">{t('period.everybody')}</option>
              {people.map(({ id, name }) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          </div>
        ) : asked.mitarbeiter ? (
          <input type="hidden" name="mitarbeiter" value={asked.mitarbeiter} />
        ) : null}
        <Button
          type="submit"
          pending={isPending && t('period.pending')}
          className="max-md:w-full md:mt-[1.875rem]"
        >
          {t('period.show')}
        </Button>
      </Form>
    </div>
  )
}
