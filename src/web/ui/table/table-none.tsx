import type { ReactNode } from 'react'
import { PageLink } from '../../runtime/page-link.tsx'
import { useTexts } from '../../runtime/texts.ts'
import { EmptyList } from '../empty-list.tsx'
import { controlClass } from './control-class.ts'
import { noDaysOf, sayDay } from './table-address.ts'
import type { TablePlace } from './use-table-place.ts'

/** Texts of an empty list: that there is nothing yet, and where rows come from. */
export type NoneTexts = {
  title: string
  text: string
  action?: ReactNode
  done?: { title: string; text: string } | undefined // where the filter is work, and none is left
  searched?: { text: string; action: ReactNode } | undefined // after a search: where else there may be something
}

/** A list without rows: none yet, no match, or no such page. */
export function TableNone({
  place: { page, to, query, spec },
  isNarrowed,
  total,
  texts,
}: {
  place: TablePlace
  isNarrowed: boolean
  total: number
  texts: NoneTexts
}) {
  const t = useTexts('table')
  if (total > 0) {
    return (
      <EmptyList
        title={t('beyond')}
        action={
          <PageLink page={page} values={to({ page: 1 })} className={controlClass()}>
            {t('first')}
          </PageLink>
        }
      />
    )
  }
  const noDays = noDaysOf(query, spec)
  const [title, text] =
    noDays.length > 0
      ? [t('noDay', { days: noDays.map(sayDay).join(', ') }), t('noDayText')]
      : isNarrowed
        ? texts.done
          ? [texts.done.title, texts.done.text]
          : [t('noMatch'), t('noMatchText')]
        : [texts.title, texts.text]
  const searched = query.search ? texts.searched : undefined
  return (
    <EmptyList
      title={title}
      action={
        isNarrowed ? (
          <>
            <PageLink
              page={page}
              values={to({ filters: {}, search: '', page: 1 })}
              className={controlClass()}
            >
              {t('removeAll')}
            </PageLink>{' '}
            {searched?.action}
          </>
        ) : (
          texts.action
        )
      }
    >
      {text} {searched?.text}
    </EmptyList>
  )
}
