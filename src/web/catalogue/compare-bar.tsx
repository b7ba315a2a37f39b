import { useLocation } from 'react-router'
import { carriedParameters } from '../runtime/href.ts'
import { usePageHref } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import { mostCompared } from './compare-choice.ts'

/**
 * The offers ticked for comparison. Without script it ends the list's form and submits the ticks; once something is ticked it sticks to the
 * bottom of the window (offers.css).
 */
export function CompareBar({
  slug,
  chosen,
  shown,
  full,
  onRemove,
}: {
  slug: string
  chosen: { id: string; title: string }[]
  shown: readonly { id: string }[] // offers with a checkbox on the page
  full: boolean // a fourth was tried
  onRemove: (id: string) => void
}) {
  const t = useTexts('offers')
  const pageHref = usePageHref()
  const query = new URLSearchParams(useLocation().search)
  return (
    <form id="compare" method="get" action={pageHref('Comparison')} className="compare-bar">
      <input type="hidden" name="kategorie" value={slug} />
      {carriedParameters
        .filter((name) => query.has(name))
        .map((name) => (
          <input key={name} type="hidden" name={name} value={query.get(name) ?? ''} />
        ))}
      {chosen
        .filter(({ id }) => shown.every((offer) => offer.id !== id))
        .map(({ id }) => (
          <input key={id} type="hidden" name="ids" value={id} />
        ))}
      <div className="min-w-0 grow">
        <p className="sr-only font-bold md:not-sr-only">{t('compare.title')}</p>
        <output className="block text-base">
          {full
            ? t('compare.full', { most: mostCompared })
            : chosen.length === 0
              ? t('compare.none', { most: mostCompared })
              : t('compare.chosen', { count: chosen.length, most: mostCompared })}
        </output>
        {chosen.length > 0 ? (
          <ul className="mt-1 hidden flex-wrap gap-2 md:flex">
            {chosen.map(({ id, title }) => (
              <li key={id}>
                <button
                  type="button"
                  onClick={() => onRemove(id)}
                  className="inline-flex min-h-11 items-center gap-2 rounded-button border border-line px-4 text-base"
                >
                  {title}
                  <Icon name="close" className="size-4" />
                  <span className="sr-only"> – {t('compare.remove')}</span>
                </button>
              </li>
            ))}
          </ul>
        ) : null}
      </div>
      <button type="submit" className={`${buttonClass()} shrink-0`}>
        {t('compare.button')}
      </button>
    </form>
  )
}
