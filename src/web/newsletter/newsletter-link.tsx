import { CircleHelp, Hourglass } from 'lucide-react'
import { ApiError, errorCodes } from '../runtime/api-error.ts'
import { MessagePage } from '../layout/message-page.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'

// The two pages behind links of newsletter mails. Each asks with one button, because mail scanners open links, too.

export const tokenIn = (request: Request) => new URL(request.url).searchParams.get('t') ?? ''

/** Minimum token length of the calls (contract/account.ts). */
export const isToken = (text: string) => text.length >= 20

export type NewsletterProblem = 'expired' | 'used' | 'missing'

/** Maps an error to a link problem; rethrows others. */
export function newsletterProblem(error: unknown): NewsletterProblem {
  if (!(error instanceof ApiError)) throw error
  if (error.code === errorCodes.linkExpired) return 'expired'
  if (error.code === errorCodes.tokenUsed) return 'used'
  if (error.code === errorCodes.validation) return 'missing'
  throw error
}

/** A dead link, and where to change the newsletter instead. */
export function NewsletterProblemPage({
  problem,
  way,
}: {
  problem: NewsletterProblem
  way: 'in' | 'out'
}) {
  const t = useTexts('mydata')
  const Icon = problem === 'missing' ? CircleHelp : Hourglass
  return (
    <MessagePage
      mark={<Icon className="size-10" />}
      title={t(`link.${problem}Title`)}
      text={t(way === 'in' ? 'link.inText' : 'link.outText')}
    >
      <PageLink page="Settings" className={buttonClass()}>
        {t('link.settings')}
      </PageLink>
      <PageLink page="Homepage" className={buttonClass('secondary')}>
        {t('link.home')}
      </PageLink>
    </MessagePage>
  )
}
