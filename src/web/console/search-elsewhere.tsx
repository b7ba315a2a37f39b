import { PageLink } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { controlClass } from '../ui/table/control-class.ts'
import type { NoneTexts } from '../ui/table/table-none.tsx'
import { searchFor } from './search-button.tsx'
import { useAbility, usePlace } from './use-place.ts'

/** What an empty list says after a search of its own: lists know numbers, the search from everywhere knows names. Without script a link to its page. */
export function useSearchElsewhere(term: string): NoneTexts['searched'] {
  const place = usePlace()
  const ability = useAbility()
  const t = useTexts('console')
  if (place === null || ability.cannot('read', 'rewards')) return undefined
  return {
    text: t('search.elsewhere'),
    action: (
      <PageLink
        page="ConsolePeople"
        values={{ mandant: place.tenant }}
        className={controlClass()}
        onClick={(event) => {
          if (event.ctrlKey || event.metaKey || event.shiftKey) return
          event.preventDefault()
          document.dispatchEvent(new CustomEvent(searchFor, { detail: term }))
        }}
      >
        {t('search.for', { term })}
      </PageLink>
    ),
  }
}
