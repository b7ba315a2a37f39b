import { DoorOpen } from 'lucide-react'
import { redirect } from 'react-router'
import type { PageContext } from '../../contract/page-context.ts'
import type { PageName } from '../../contract/pages.ts'
import { MessagePage } from '../layout/message-page.tsx'
import { href } from '../runtime/href.ts'
import { usePage } from '../runtime/page-context.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import { useTexts } from '../runtime/texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { useClearDrafts } from '../ui/form/draft.ts'
import { PageForm } from '../ui/form/page-form.tsx'
import { SubmitButton } from '../ui/form/submit-button.tsx'

export const leaveIntent = 'leave'
/** In the address of a page whose link this device has forgotten. */
export const leftParam = 'abgemeldet'

/** Ends what mailed links opened on this device; they open again from their mails. */
export async function leaveDevice(page: PageContext, to: PageName): Promise<Response> {
  await page.endLinks()
  return redirect(href(page.tenant, page.locale, to, { [leftParam]: '1' }))
}

/** The log-out of pages that a mailed link opens; whoever logged in has the header's. */
export function LeaveDevice() {
  const { user } = usePage()
  const t = useTexts('own')
  return user ? null : (
    <div className="flex flex-col gap-3 border-t border-hairline pt-6">
      <p className="text-base text-muted">{t('leave.text')}</p>
      <PageForm id="leave" rules={{}} labels={{}} answer={undefined} asDocument draft={false}>
        <input type="hidden" name="intent" value={leaveIntent} />
        <div>
          <SubmitButton kind="secondary">{t('leave.submit')}</SubmitButton>
        </div>
      </PageForm>
    </div>
  )
}

export function LeftDevice() {
  const t = useTexts('own')
  useClearDrafts()
  return (
    <MessagePage
      mark={<DoorOpen className="size-10" />}
      title={t('leave.doneTitle')}
      text={t('leave.doneText')}
    >
      <PageLink page="Homepage" className={buttonClass()}>
        {t('home')}
      </PageLink>
    </MessagePage>
  )
}
