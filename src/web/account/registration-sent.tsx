import { MailCheck } from 'lucide-react'
import type { PageName } from '../../contract/pages.ts'
import { MessagePage } from '../layout/message-page.tsx'
import { PageLink } from '../runtime/page-link.tsx'
import { buttonClass } from '../ui/button.tsx'
import { useClearDraft } from '../ui/form/draft.ts'

/** After an agency or sales partner registered; the same whatever existed already. `back` links on; clears the form's draft. */
export function RegistrationSent({
  words,
  back,
  draft,
}: {
  words: { title: string; text: string; help: string; back: string }
  back: PageName
  draft: string
}) {
  useClearDraft(draft)
  return (
    <MessagePage
      mark={<MailCheck className="size-10" />}
      title={words.title}
      text={
        <>
          <p>{words.text}</p>
          <p className="mt-3 text-base text-muted">{words.help}</p>
        </>
      }
    >
      <PageLink page={back} className={buttonClass('secondary')}>
        {words.back}
      </PageLink>
    </MessagePage>
  )
}
