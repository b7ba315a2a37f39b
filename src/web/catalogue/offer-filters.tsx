import { useEffect, useRef } from 'react'
import { Form, useLocation, useNavigation } from 'react-router'
import type { ClassUnit } from '../../domain/category.ts'
import { carriedParameters } from '../runtime/href.ts'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { Card } from '../ui/card.tsx'
import { classWords } from './class-words.ts'
import {
  countFilters,
  filterNames,
  readFilter,
  sorts,
  writeEuros,
  writeFilter,
  type ChoiceCounts,
  type Choices,
  type OfferFilter,
} from './filter-offers.ts'
import { shownName } from './shown-offers.ts'
import { TextLink } from '../ui/text-link.tsx'
import { Icon, Shape } from '../ui/icon.tsx'

/** Classes with the same unit; null: names. */
export type ClassGroup = { unit: ClassUnit | null; values: string[] }

const field =
  'field block min-h-12 w-full rounded-field border-2 border-line bg-surface px-3.5 py-2 text-text'

/** The filters: a sidebar on wide screens, collapsible on phones. A plain form that reloads the page; with script choices apply at once. */
export function OfferFilters({
  slug,
  choices,
  classes,
  counts,
  filter,
  found,
  compared,
  onChange,
}: {
  slug: string
  choices: Choices
  classes: ClassGroup[]
  counts: ChoiceCounts
  filter: OfferFilter
  found: number
  compared: readonly string[]
  onChange: (filter: OfferFilter) => void
}) {
  const t = useTexts('offers')
  const form = useForm(filter, choices)
  const { search } = useLocation()
  const query = new URLSearchParams(search)
  const active = countFilters(filter)
  const read = () => {
    if (form.current) onChange(readFilter(queryOf(form.current), choices))
  }
  return (
    <Card as="details" pad="none" className="deal-filters">
      <summary>
        <Shape className="size-5 text-primary-text">
          <path d="M10 5H3M12 19H3M14 3v4M16 17v4M21 12h-9M21 19h-5M21 5h-7M8 10v4M8 12H3" />
        </Shape>
        {t('filter.title')}
        {active > 0 ? (
          <span className="shrink-0 rounded-full bg-primary px-2.5 text-base whitespace-nowrap text-on-primary">
            {t('filter.active', { count: active })}
          </span>
        ) : null}
        <Icon name="chevronDown" className="deal-chevron ml-auto size-5 shrink-0" />
      </summary>
      <Form
        ref={form}
        id="filters"
        preventScrollReset
        onChange={read}
        onSubmit={(event) => {
          // All choices apply already; only show the list.
          event.preventDefault()
          read()
          event.currentTarget.closest('details')?.removeAttribute('open')
          document.getElementById('deals')?.scrollIntoView()
        }}
        className="grid items-start gap-5 p-4 md:grid-cols-3 lg:grid-cols-1 lg:p-5"
      >
        {carriedParameters
          .filter((name) => query.has(name))
          .map((name) => (
            <input key={name} type="hidden" name={name} value={query.get(name) ?? ''} />
          ))}
        {query.has(shownName) ? (
          <input type="hidden" name={shownName} value={query.get(shownName) ?? ''} />
        ) : null}
        {compared.length > 0 ? <input type="hidden" name="ids" value={compared.join(',')} /> : null}
        <div>
          <label htmlFor="sort" className="mb-1.5 block font-bold">
            {t('sort.label')}
          </label>
          <select id="sort" name={filterNames.sort} defaultValue={filter.sort} className={field}>
            {sorts.map((sort) => (
              <option key={sort} value={sort}>
                {t(`sort.${sort}`)}
              </option>
            ))}
          </select>
        </div>
        <Choice
          name={filterNames.deviceTypes}
          title={t('filter.deviceType')}
          values={choices.deviceTypes}
          counts={counts.deviceTypes}
          chosen={filter.deviceTypes}
        />
        <Choice
          name={filterNames.manufacturers}
          title={t('filter.manufacturer')}
          values={choices.manufacturers}
          counts={counts.manufacturers}
          chosen={filter.manufacturers}
        />
        {choices.classes.length > 1
          ? classes.map(({ unit, values }) => (
              <Choice
                key={unit}
                name={filterNames.classes}
                title={t(classTitles[unit ?? 'name'])}
                values={values}
                counts={counts.classes}
                chosen={filter.classes}
                words={(value) => classWords(value, unit, t)}
                alone
              />
            ))
          : null}
        <fieldset>
          <legend className="mb-1.5 font-bold">{t('filter.price')}</legend>
          <div className="flex gap-3">
            <Price name={filterNames.from} label={t('filter.from')} cents={filter.fromCents} />
            <Price name={filterNames.to} label={t('filter.to')} cents={filter.toCents} />
          </div>
        </fieldset>
        <div className="flex flex-wrap items-center gap-x-5 gap-y-2 md:col-span-full">
          <button type="submit" className={buttonClass('secondary')}>
            {t('filter.show', { count: found })}
          </button>
          {active > 0 ? (
            <TextLink
              page="Category"
              values={{
                kategorie: slug,
                ...(compared.length > 0 ? { ids: compared.join(',') } : {}),
              }}
              preventScrollReset
              replace
              className="font-semibold"
            >
              {t('filter.reset')}
            </TextLink>
          ) : null}
        </div>
      </Form>
    </Card>
  )
}

/** The fields keep what is typed, and follow the address when Back or reset changes it. */
function useForm(filter: OfferFilter, choices: Choices) {
  const form = useRef<HTMLFormElement>(null)
  const isFirst = useRef(true)
  const navigation = useNavigation()
  useEffect(() => {
    // What was chosen before the script ran goes into the address (category-page.tsx).
    const keep = isFirst.current
    isFirst.current = false
    if (keep || !form.current || navigation.state !== 'idle') return
    const shown = readFilter(queryOf(form.current), choices)
    if (String(writeFilter(shown)) !== String(writeFilter(filter))) form.current.reset()
  }, [filter, choices, navigation.state])
  return form
}

/** The query of a form without script. */
export function queryOf(form: HTMLFormElement): URLSearchParams {
  const fields = [...new FormData(form)]
  return new URLSearchParams(fields.map(([name, value]) => [name, String(value)]))
}

const classTitles = {
  'Mbit/s': 'filter.speed',
  Sender: 'filter.channels',
  name: 'filter.class',
} as const

function Choice({
  name,
  title,
  values,
  counts,
  chosen,
  words = (value) => value,
  alone = false,
}: {
  name: string
  title: string
  values: string[]
  counts: ReadonlyMap<string, number>
  chosen: string[]
  words?: (value: string) => string
  alone?: boolean // shown for a single value too: others have their own title
}) {
  // With one value there is nothing to choose.
  if (values.length < 2 && !alone) return null
  return (
    <fieldset>
      <legend className="font-bold">{title}</legend>
      {values.map((value) => (
        <label key={value} className="flex min-h-11 items-center gap-3">
          <input
            type="checkbox"
            name={name}
            value={value}
            defaultChecked={chosen.includes(value)}
            className="size-5 shrink-0"
          />
          <span className="min-w-0">
            {words(value)} <span className="text-base text-muted">({counts.get(value) ?? 0})</span>
          </span>
        </label>
      ))}
    </fieldset>
  )
}

function Price({ name, label, cents }: { name: string; label: string; cents: number | null }) {
  return (
    <label className="min-w-0 grow basis-0">
      <span className="text-base text-muted">{label}</span>
      <span className="relative block">
        <input
          name={name}
          defaultValue={writeEuros(cents)}
          inputMode="decimal"
          maxLength={8}
          autoComplete="off"
          className={`${field} pr-8`}
        />
        <span
          aria-hidden="true"
          className="absolute inset-y-0 right-3 flex items-center text-muted"
        >
          €
        </span>
      </span>
    </label>
  )
}
