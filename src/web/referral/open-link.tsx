import { Hourglass, MailOpen } from 'lucide-react'
import type { ReactNode } from 'react'
import { data, redirect, useActionData } from 'react-router'
import type { PageContext } from '../../contract/page-context.ts'
import type { PageName } from '../../contract/pages.ts'
import { MessagePage } from '../layout/message-page.tsx'
import { href } from '../runtime/href.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { isTokenText } from '../runtime/token-text.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { PressAtOnce } from '../ui/form/press-at-once.tsx'
import { textOf } from '../ui/form/rules.ts'
import { SubmitButton } from '../ui/form/submit-button.tsx'

// A mailed link (`?t=`) opens nothing by itself, as mail scanners fetch links: its page has one button, which scripts press at once.

const intent = 'open-link'

/** The token in the address; null: none, '': damaged. */
export function linkIn(request: Request): string | null {
  const token = new URL(request.url).searchParams.get('t')
  return token === null || isTokenText(token) ? token : ''
}

/** Whether this form is the button of such a page. */
export const isOpening = (form: FormData) => textOf(form, 'intent') === intent

/** The press: swaps the token in the address for a short session, and goes to the page without it. The answer: the link is over. */
export async function openLink(
  page: PageContext,
  kind: 'recipient' | 'reward',
  request: Request,
  target: PageName,
) {
  const token = linkIn(request)
  const opened = token ? await page.openLink(kind, token) : null
  if (!opened) return data({ isOver: true as const }, { status: 410 })
  if (opened.isBusy) return data({ isBusy: true as const }, { status: 429 })
  // Named, so that another link opened in this browser does not take over the page's forms.
  const location = href(page.tenant, page.locale, target, {
    empfehlung: opened.referral,
    praemierung: opened.reward,
  })
  return redirect(location, {
    headers: { 'Referrer-Policy': 'no-referrer' },
  })
}

/** @param over what a press says whose link is over */
export function OpenLink({ over }: { over: ReactNode }) {
  const { tenant } = usePage()
  const t = useTexts('own')
  const answer = useActionData<{ isOver?: true; isBusy?: true }>()
  if (answer?.isOver) return over
  if (answer?.isBusy)
    return (
      <MessagePage
        mark={<Hourglass className="size-10" />}
        title={t('openLink.busyTitle')}
        text={t('openLink.busyText')}
      />
    )
  return (
    <MessagePage
      mark={<MailOpen className="size-10" />}
      title={t('openLink.title', { tenant: tenant.name })}
      text={t('openLink.text')}
    >
      <PressAtOnce form="open-link" />
      <PageForm id="open-link" rules={{}} labels={{}} answer={undefined} asDocument draft={false}>
        <input type="hidden" name="intent" value={intent} />
        <SubmitButton>{t('openLink.submit')}</SubmitButton>
      </PageForm>
    </MessagePage>
  )
}
