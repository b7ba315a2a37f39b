import { CircleQuestionMark, Hourglass, Unlink, X } from 'lucide-react'
import { usePage } from '../page-context.tsx'
import { PageLink } from '../page-link.tsx'
import { MessagePage } from '../layout/message-page.tsx'
import { useTexts } from '../texts.ts'
import { buttonClass } from '../ui/button.tsx'

const marks = {
  unknown: CircleQuestionMark,
  cancelled: X,
  expired: Hourglass,
  broken: Unlink,
  tooOld: Hourglass,
} as const

/** A link that leads nowhere any more: what happened, and what to do instead. */
export function LinkProblem({ kind }: { kind: keyof typeof marks }) {
  const { tenant, user } = usePage()
  const t = useTexts('recipient')
  const Mark = marks[kind]
  return (
    <MessagePage
      mark={<Mark className="size-10" />}
      title={t(`${kind}.title`)}
      text={t(`${kind}.text`)}
    >
      <PageLink page="Code" className={buttonClass()}>
        {t('problem.code')}
      </PageLink>
      {/* Where the homepage asks for a login, a contact has none. */}
      {tenant.forcedLogin && !user ? (
        <PageLink page="Contact" className={buttonClass('secondary')}>
          {t('problem.contact')}
        </PageLink>
      ) : (
        <PageLink page="Homepage" className={buttonClass('secondary')}>
          {t('problem.home')}
        </PageLink>
      )}
    </MessagePage>
  )
}
