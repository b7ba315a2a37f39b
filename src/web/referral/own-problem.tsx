import { MailOpen } from 'lucide-react'
import { useActionData } from 'react-router'
import { MessagePage } from '../layout/message-page.tsx'
import { usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { OpenLink } from './open-link.tsx'

type Kind = 'link' | 'valid-link' | 'owner'

/** A recipient's page for an unknown visitor: with the mailed link, without it, with an old one, or with the form's cookie only. */
export function OwnProblem({ kind }: { kind: 'press' | Kind }) {
  const answer = useActionData<{ isOver?: true }>()
  if (kind === 'press') return answer?.isOver ? <Problem kind="valid-link" /> : <OpenLink />
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
