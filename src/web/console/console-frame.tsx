import { KeyRound, LogOut, ScrollText, Users } from 'lucide-react'
import type { ReactNode } from 'react'
import { AreaFrame, areaLinkClass, type AreaItem } from '../layout/area-frame.tsx'
import type { OperatorSubject } from '../../domain/operator-abilities.ts'
import { platformCode } from '../../domain/platform.ts'
import { usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import { useTexts, type TextKey } from '../runtime/texts.ts'
import { useAbility, usePlace } from './use-place.ts'

type Item = Omit<AreaItem, 'text'> & {
  text: TextKey<'console'>
  needs: OperatorSubject
}

const items: Item[] = [
  { page: 'ConsoleTeam', text: 'nav.team', icon: Users, needs: 'team' },
  { page: 'ConsoleAudit', text: 'nav.audit', icon: ScrollText, needs: 'audit' },
]

/** What a tenant's team and log are, the platform's are its operators'. */
const ofPlatform: readonly OperatorSubject[] = ['team', 'audit']

/** A page of the console: the menu follows the rights at the tenant. */
export function ConsoleFrame(page: {
  title: string
  intro?: ReactNode
  actions?: ReactNode
  isList?: boolean
  record?: ReactNode
  children: ReactNode
}) {
  const { operator } = usePage()
  const t = useTexts('console')
  const place = usePlace()
  const ability = useAbility()
  const sees = (subject: OperatorSubject) =>
    ability.can(
      'read',
      place?.tenant === platformCode && ofPlatform.includes(subject) ? 'platform' : subject,
    )
  const work = items
    .filter(({ needs }) => sees(needs))
    .map(({ page: name, text, icon }) => ({
      page: name,
      icon,
      text: t(text),
      values: { mandant: place?.tenant ?? '' },
    }))
  return (
    <AreaFrame
      {...page}
      isIn={operator !== undefined}
      isLegal={false}
      navigation={t('nav.title')}
      work={work}
      reading={[{ page: 'ConsoleAccess', text: t('nav.access'), icon: KeyRound }]}
      last={
        <li>
          <PageLink page="ConsoleSignOut" title={t('nav.signOut')} className={areaLinkClass(false)}>
            <LogOut aria-hidden="true" className="size-5 shrink-0" />
            <span className="desk-line-text desk-link-text">{t('nav.signOut')}</span>
          </PageLink>
        </li>
      }
    />
  )
}
