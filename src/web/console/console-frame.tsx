import { KeyRound, LogOut } from 'lucide-react'
import type { ReactNode } from 'react'
import type { ConsolePage } from '../../contract/console-pages.ts'
import { AreaFrame, areaLinkClass } from '../layout/area-frame.tsx'
import { usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { menuAt } from './menu.ts'
import { Undo } from './undo.tsx'
import { usePlace } from './use-place.ts'

/** A page of the console: the menu follows the rights at the tenant. */
export function ConsoleFrame({
  of,
  ...page
}: {
  title: string
  of?: ConsolePage // the menu's page that a selection is part of
  intro?: ReactNode
  actions?: ReactNode
  isList?: boolean
  record?: ReactNode
  children: ReactNode
}) {
  const { operator } = usePage()
  const t = useTexts('console')
  const place = usePlace()
  const work = (place ? menuAt(place) : []).map(({ text, ...item }) => ({
    ...item,
    ...(item.page === of ? { also: ['ConsoleSelection' as const] } : {}),
    text: t(text),
    values: { mandant: place?.tenant ?? '' },
  }))
  return (
    <>
      <AreaFrame
        {...page}
        isIn={operator !== undefined}
        isLegal={false}
        navigation={t('nav.title')}
        work={work}
        reading={[{ page: 'ConsoleAccess', text: t('nav.access'), icon: KeyRound }]}
        last={
          <li>
            <PageLink page="ConsoleSignOut" className={areaLinkClass(false)}>
              <LogOut aria-hidden="true" className="size-5 shrink-0" />
              <span className="desk-line-text desk-link-text">{t('nav.signOut')}</span>
            </PageLink>
          </li>
        }
      />
      <Undo />
    </>
  )
}
