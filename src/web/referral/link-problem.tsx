import { usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import { MessagePage } from '../layout/message-page.tsx'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { Shape } from '../ui/icon.tsx'

const hourglass = (
  <path d="M5 22h14M5 2h14M17 22v-4.172a2 2 0 0 0-.586-1.414L12 12l-4.414 4.414A2 2 0 0 0 7 17.828V22M7 2v4.172a2 2 0 0 0 .586 1.414L12 12l4.414-4.414A2 2 0 0 0 17 6.172V2" />
)
const marks = {
  unknown: (
    <>
      <circle cx="12" cy="12" r="10" />
      <path d="M9 9.5a3 2.5 0 016 0c0 2-2 2-3 3.5M12 17h.01" />
    </>
  ),
  cancelled: <path d="M18 6 6 18M6 6l12 12" />,
  expired: hourglass,
  broken: (
    <path d="m18.84 12.25 1.72-1.71h-.02a5.004 5.004 0 0 0-.12-7.07 5.006 5.006 0 0 0-6.95 0l-1.72 1.71M5.17 11.75l-1.71 1.71a5.004 5.004 0 0 0 .12 7.07 5.006 5.006 0 0 0 6.95 0l1.71-1.71M8 2v3M2 8h3M16 19v3M19 16h3" />
  ),
  tooOld: hourglass,
}

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
    <MessagePage mark={<Shape className="size-10">{marks[kind]}</Shape>} title={title} text={text}>
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
