import { usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import { MessagePage } from '../layout/message-page.tsx'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'

const marks = {
  unknown: 'question',
  cancelled: 'close',
  expired: 'hourglass',
  broken: 'unlink',
  tooOld: 'hourglass',
} as const

/** A dead link: what happened, and what to do instead. */
export function LinkProblem({
  kind,
  title,
  text,
}: {
  kind: keyof typeof marks
  title: string
  text: string
}) {
  const { tenant, user } = usePage()
  const t = useTexts('recipient')
  return (
    <MessagePage mark={<Icon name={marks[kind]} className="size-10" />} title={title} text={text}>
      <PageLink page="Code" className={buttonClass()}>
        {t('problem.code')}
      </PageLink>
      {/* With forced login, contacts cannot use the homepage. */}
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
