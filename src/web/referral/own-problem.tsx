import { MailOpen } from 'lucide-react'
import { MessagePage } from '../layout/message-page.tsx'
import { usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { OpenLink } from './open-link.tsx'

type Kind = 'link' | 'over' | 'valid-link' | 'owner'

/** A recipient's page for an unknown visitor: with the mailed link, without it, with an old one, after the
 * session's end, or with the form's cookie only. */
export function OwnProblem({ kind }: { kind: 'press' | Kind }) {
  if (kind === 'press') return <OpenLink over={<Problem kind="valid-link" />} />
  return <Problem kind={kind} />
}

function Problem({ kind }: { kind: Kind }) {
  const { tenant } = usePage()
  const t = useTexts('own')
  const { email, phone } = tenant.contact
  return (
    <MessagePage
      mark={<MailOpen className="size-10" />}
      title={t(`missing.${kind}Title`)}
      text={t(`missing.${kind}Text`, { email, phone })}
    >
      <PageLink page="Homepage" className={buttonClass()}>
        {t('home')}
      </PageLink>
      <PageLink page="Contact" className={buttonClass('secondary')}>
        {t('contact')}
      </PageLink>
    </MessagePage>
  )
}
