import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { sayField, sayValue, type Change, type RowWords } from './audit-change.ts'

/** What differs, field by field. What was not there, or is no more, is said so. */
export function Changes({
  changes,
  words,
  isDense = false,
}: {
  changes: readonly Change[]
  words: RowWords
  isDense?: boolean // within an event, without lines of its own
}) {
  const { locale } = usePage()
  const t = useTexts('console')
  const say = (field: string, value: unknown) =>
    value === undefined || value === null
      ? t('audit.nothing')
      : sayValue(field, value, locale, words)
  return (
    <dl className={isDense ? 'grid gap-1' : 'grid gap-2'}>
      {changes.map(({ field, before, after }) => (
        <div key={field} className={isDense ? undefined : 'border-t border-hairline pt-2'}>
          <dt className="text-[0.8125rem] text-muted wrap-anywhere">
            {sayField(field, locale, words)}
          </dt>
          <dd className="flex flex-wrap items-baseline gap-x-2 wrap-anywhere">
            <del className="min-w-0 text-muted no-underline">
              <span className="sr-only">{t('audit.before')}: </span>
              {say(field, before)}
            </del>
            <span aria-hidden="true" className="text-muted">
              →
            </span>
            <ins className="min-w-0 font-semibold no-underline">
              <span className="sr-only">{t('audit.after')}: </span>
              {say(field, after)}
            </ins>
          </dd>
        </div>
      ))}
    </dl>
  )
}
