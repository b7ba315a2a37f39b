import { CircleHelp, Hourglass, KeyRound } from 'lucide-react'
import type { AccessKind } from './access-kind.ts'
import { MessagePage } from '../layout/message-page.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import type { LinkProblem as Problem } from './password-link.ts'

const icons = { expired: Hourglass, used: KeyRound, missing: CircleHelp }

/** A dead link, with ways to another link or the login. */
export function LinkProblem({
  problem,
  kind,
}: {
  problem: Problem
  kind: Pick<AccessKind, 'login' | 'forgot'>
}) {
  const t = useTexts('account')
  const Icon = icons[problem]
  const login = (
    <PageLink
      key="login"
      page={kind.login}
      className={buttonClass(problem === 'used' ? 'primary' : 'secondary')}
    >
      {t('toLogin')}
    </PageLink>
  )
  const request = (
    <PageLink
      key="request"
      page={kind.forgot}
      className={buttonClass(problem === 'used' ? 'secondary' : 'primary')}
    >
      {t('toForgot')}
    </PageLink>
  )
  return (
    <MessagePage
      mark={<Icon className="size-10" />}
      title={t(`link.${problem}Title`)}
      text={t(`link.${problem}Text`)}
    >
      {problem === 'used' ? [login, request] : [request, login]}
    </MessagePage>
  )
}
