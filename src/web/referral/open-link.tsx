import { MailOpen } from 'lucide-react'
import { redirect } from 'react-router'
import type { PageContext } from '../../contract/page-context.ts'
import type { PageName } from '../../contract/pages.ts'
import { MessagePage } from '../layout/message-page.tsx'
import { href } from '../runtime/href.ts'
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

/** To the page without the token in its address. */
export const openedAt = (page: PageContext, target: PageName) =>
  redirect(href(page.tenant, page.locale, target), {
    headers: { 'Referrer-Policy': 'no-referrer' },
  })

/** Moves a reward's token from the address into a cookie. */
export function openRewardLink(page: PageContext, request: Request, target: PageName): Response {
  const token = linkIn(request)
  if (token) page.startSession('reward', token, null)
  return openedAt(page, target)
}

export function OpenLink() {
  const t = useTexts('own')
  return (
    <MessagePage
      mark={<MailOpen className="size-10" />}
      title={t('openLink.title')}
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
